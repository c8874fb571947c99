/** What is wrong with a file, and where: Vcsn's daut, JFLAP's XML and Graphviz's DOT. */

import { readDaut, readDot, readJflap } from "@hankel/core";
import { expect, it } from "vitest";
import { complaint } from "../support/complaint.ts";

it.each<[string, string]>([
  ["0 1 a\n", 'parse 1:2: expected ->, found " "'],
  ["$ -> $\n", "parse 1:1: $ -> $ is no arc"],
  ["$ -> 0 x\n", 'parse 1:8: expected a weight in <>, found "x"'],
  ["0 -> 1\n", "parse 1:7: expected a label; ε is written \\e"],
  ["0 -> 1 a b\n", 'parse 1:8: expected a comma, found "b"'],
  ["0 -> 1 <2\n", 'parse 1:8: expected a label such as a or <2>b, found "<2"'],
  ['"x\\q" -> 1 a\n', "parse 1:3: an unknown escape"],
  ['"x -> 1 a\n', "parse 1:1: a name that starts here does not end"],
  ["context = b\ncontext = b\n", 'parse 1:11: expected a context such as "lal_char(ab), q", found "b"'],
  ["-> 1 a\n", 'parse 1:3: expected ->, found " "'],
  ["0 -> 1 [^a]\n", 'parse 1:8: expected a label such as a or <2>b, found "[^a]"'],
  ["0 -> 1 []\n", 'parse 1:8: expected a label such as a or <2>b, found "[]"'],
  ["0 -> 1 [ab\n", 'parse 1:8: expected a label such as a or <2>b, found "[ab"'],
])("daut: %j: %s", (text, expected) => {
  expect(complaint(() => readDaut(text))).toBe(expected);
});

it.each<[string, string]>([
  ["", "parse 1:1: expected an XML document, found the end of the text"],
  ["hello", 'parse 1:1: expected an XML element, found "hello"'],
  ["<a>", "parse 1:1: the element a that starts here does not end"],
  ["<a></b>", "parse 1:7: expected </a>, found </b"],
  ["<a></a x", 'parse 1:8: expected >, found "x"'],
  ["<a x", "parse 1:5: expected = behind the attribute x, found the end of the text"],
  ["<a x=1/>", "parse 1:6: expected a value in quotes"],
  ["<a x='1/>", "parse 1:4: the value of x does not end"],
  ["<a x='1' x='2'/>", "parse 1:10: the attribute x occurs twice"],
  ["<a/><b/>", 'parse 1:5: expected the end of the document, found "<b/>"'],
  ["<!-- x", "parse 1:1: what starts here does not end with -->"],
  ["<?xml", "parse 1:1: what starts here does not end with ?>"],
  ["<!DOCTYPE a><a/>", "parse 1:1: a document type is not read here; delete it"],
  ["<a><![CDATA[x</a>", "parse 1:1: what starts here does not end with ]]>"],
  ["<a &/>", 'parse 1:4: expected > or />, found "&/>"'],
  ["<a>&lt</a>", "parse 1:4: &lt; is not a character that XML defines"],
  ["<a>&foo;</a>", "parse 1:4: &foo; is not a character that XML defines"],
  ["<a>&#0;</a>", "parse 1:4: &#0; is not a character that XML defines"],
  ["<a>&#x110000;</a>", "parse 1:4: &#x110000; is not a character that XML defines"],
  ["<1/>", 'parse 1:2: expected the name of an element, found "1/>"'],
  ["<a>".repeat(101), "parse 1:301: nested more than 100 deep"],
  ["<a/>", "parse 1:1: expected a JFLAP <structure>, found <a>"],
  ["<structure/>", "parse 1:1: the <type> is missing"],
  [
    "<structure><type>pda</type><automaton></automaton></structure>",
    'parse 1:12: expected the type fa, mealy or moore, found "pda"',
  ],
  [
    "<structure><type>fa</type><automaton><state/></automaton></structure>",
    "parse 1:38: a state without an id",
  ],
])("JFLAP: %j: %s", (text, expected) => {
  expect(complaint(() => readJflap(text))).toBe(expected);
});

it.each<[string, string]>([
  ['<state id="0"/>', 'parse 1:110: the id "0" occurs twice'],
  ["<transition><to>1</to></transition>", "parse 1:110: a transition without <from>"],
  ["<transition><from>0</from></transition>", "parse 1:110: a transition without <to>"],
  ["<transition><from>0</from><to>7</to></transition>", 'parse 1:136: no state has the id "7"'],
  [
    "<transition><from>0</from><to>1</to><read>[a-c]</read></transition>",
    'parse 1:110: a range such as "[a-c]" is not read; write a transition for each',
  ],
])("JFLAP, behind two states: %j: %s", (text, expected) => {
  const states = '<state id="0" name="q0"><initial/></state><state id="1"><final/></state>';
  const file = `<structure><type>fa</type><automaton>${states}${text}</automaton></structure>`;
  expect(complaint(() => readJflap(file))).toBe(expected);
});

it.each<[string, string]>([
  ["", "parse 1:1: expected a Graphviz digraph, found the end of the text"],
  ["graph", "parse 1:6: an undirected graph is no automaton; expected a digraph"],
  ["digraph", "parse 1:8: expected the name of the graph or {, found the end of the text"],
  ["digraph { a", "parse 1:12: expected a node, an edge or }, found the end of the text"],
  ["digraph { a -> }", 'parse 1:16: expected a node, found "}"'],
  ["digraph { a [ }", 'parse 1:15: expected an attribute or ], found "}"'],
  ["digraph { a [label=] }", 'parse 1:20: expected a value, found "]"'],
  ['digraph { a [label="x" + y] }', 'parse 1:26: expected a string in quotes behind +, found "y]"'],
  ["digraph { subgraph", "parse 1:19: expected the name of the subgraph or {, found the end of the text"],
  ["digraph { = }", 'parse 1:11: expected a node, an edge or }, found "="'],
  ['digraph { a [label="x }', "parse 1:20: a string that starts here does not end"],
  ["digraph { /* a }", "parse 1:11: a comment that starts here does not end"],
  ["digraph x y {}", 'parse 1:11: expected {, found "y"'],
  ["digraph {} {}", 'parse 1:12: expected the end of the text, found "{}"'],
  ["digraph { subgraph x y }", 'parse 1:22: expected {, found "y"'],
])("DOT: %j: %s", (text, expected) => {
  expect(complaint(() => readDot(text))).toBe(expected);
});
