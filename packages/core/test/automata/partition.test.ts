import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Partition } from "../../src/automata/minimal/partition.ts";

/** The sets as they can be compared: sorted lists of sorted lists. */
function sets(partition: Partition): string[] {
  const lists = Array.from({ length: partition.count }, (_, set) =>
    Array.from(partition.elements.subarray(partition.first[set], partition.end[set])).sort((a, b) => a - b),
  );
  lists.forEach((list, set) => {
    for (const element of list) expect(partition.setOf[element]).toBe(set);
  });
  return lists
    .filter((list) => list.length > 0)
    .map(String)
    .sort();
}

/** Elements grouped by label, in the same form. */
function grouped(labels: readonly string[]): string[] {
  const groups = new Map<string, number[]>();
  labels.forEach((label, element) => groups.set(label, [...(groups.get(label) ?? []), element]));
  return Array.from(groups.values(), String).sort();
}

describe("Partition", () => {
  it("groups by number, and splits by marks repeatedly", () => {
    const numbers = fc.array(fc.nat(4), { maxLength: 20 });
    const rounds = fc.array(fc.array(fc.nat(19), { maxLength: 20 }), { maxLength: 6 });
    fc.assert(
      fc.property(numbers, rounds, (numbers, rounds) => {
        // Sets are numbered without gaps.
        const names = [...new Set(numbers)];
        const partition = new Partition(Int32Array.from(numbers, (number) => names.indexOf(number)));
        let labels = numbers.map(String);
        expect(sets(partition)).toEqual(grouped(labels));
        for (const marks of rounds) {
          const marked = marks.filter((element) => element < numbers.length);
          for (const element of marked) partition.mark(element);
          partition.split();
          labels = labels.map((label, element) => `${label}${marked.includes(element) ? "m" : "u"}`);
          expect(sets(partition)).toEqual(grouped(labels));
        }
      }),
      { seed: 61, numRuns: 300 },
    );
  });

  it("gives the new number to the smaller part", () => {
    const partition = new Partition(new Int32Array(5));
    partition.mark(3);
    partition.split();
    expect([partition.setOf[3], partition.setOf[0]]).toEqual([1, 0]);
    for (const element of [0, 1, 2]) partition.mark(element);
    partition.split();
    expect([partition.setOf[4], partition.setOf[0]]).toEqual([2, 0]);
  });

  it("may have empty sets when their number is given", () => {
    const partition = new Partition(Int32Array.of(2, 0), 4);
    expect(partition.count).toBe(4);
    expect(Array.from(partition.end, (end, set) => end - partition.first[set])).toEqual([1, 0, 1, 0]);
  });
});
