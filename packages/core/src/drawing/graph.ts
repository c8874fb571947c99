/** What is drawn: states, and between two of them at most one line. */

/** How a state or a line looks: as usual, dashed, or as a part of a comparison of two machines; `weak` has little evidence. */
export type DrawnStyle = "plain" | "dashed" | "same" | "new" | "gone" | "changed" | "weak";

/** A state of a drawing. */
export interface GraphState {
  /** A number that no other state has. States keep their places by it. */
  readonly id: number;
  readonly name: string;
  /** A second line, such as a final weight or the output of a Moore machine. */
  readonly detail?: string | undefined;
  /** Does a word begin here? A text, which may be empty, stands on the arrow. */
  readonly initial?: string | undefined;
  /** Does it have a second circle? */
  readonly final: boolean;
  readonly style?: DrawnStyle | undefined;
}

/** All arcs from one state to another. */
export interface GraphArc {
  readonly from: number;
  readonly to: number;
  /** One for each arc. */
  readonly labels: readonly string[];
  /** How thick the line is; 1.4 by default. */
  readonly width?: number | undefined;
  readonly style?: DrawnStyle | undefined;
}

/** What is drawn. No two arcs have the same ends, unless they have different styles. */
export interface Graph {
  readonly states: readonly GraphState[];
  readonly arcs: readonly GraphArc[];
  /** A sentence below the drawing. */
  readonly note?: string | undefined;
  /** Is it meant for a circle, where no line between two states passes a third one? */
  readonly isDense?: boolean | undefined;
}

/** A place in a drawing, in pixels: x to the right, y downwards. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle; x and y are those of its upper left corner. */
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** A state where it is drawn. */
export interface DrawnState extends Point {
  readonly state: GraphState;
  /** The texts as they are drawn: long ones are shortened. */
  readonly name: string;
  readonly detail: string | undefined;
  /** Half of its width and height; equal for a circle, otherwise the ends are round. */
  readonly across: number;
  readonly down: number;
  /** In an overview: the number of its group. */
  readonly group?: number | undefined;
}

/** An arc where it is drawn: its curve, and the lines of its label. */
export interface DrawnArc {
  readonly arc: GraphArc;
  /** The first point, and for each piece of the curve two control points and its end. It ends where the tip of the arrow begins to touch its state. */
  readonly curve: readonly Point[];
  /** The lines of text, at most a few. */
  readonly lines: readonly string[];
  /** Where they stand; undefined without text. */
  readonly label: Box | undefined;
}

/** The arrow to an initial state. */
export interface DrawnStart {
  readonly state: number;
  readonly from: Point;
  readonly to: Point;
  readonly text: string;
  readonly label: Box | undefined;
}

/** Where everything is drawn. */
export interface Drawing {
  readonly states: readonly DrawnState[];
  readonly arcs: readonly DrawnArc[];
  readonly starts: readonly DrawnStart[];
  readonly box: Box;
  readonly note: string | undefined;
  /** Is it an overview of a large graph, without labels on lines? */
  readonly isOverview: boolean;
}
