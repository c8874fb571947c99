/** Times as logs write them. */

import { type LogOptions, LogReader } from "@hankel/core";
import { describe, expect, test } from "vitest";
import { read, refusal, words } from "./reading.ts";

/** The events of one session, in the order in which they are read; the times are those of c, a, b. */
function order(times: readonly string[], options: LogOptions = {}): string {
  const names = ["c", "a", "b", "d", "e"];
  return words(
    read("log.csv", `event,time\n${times.map((time, i) => `${names[i]},"${time}"\n`).join("")}`, options),
  )[0];
}

describe("are read", () => {
  test.each([
    [["2023-11-14T23:45:03Z", "2023-11-14T23:45:01Z", "2023-11-14T23:45:02Z"]],
    [["2023-11-14 23:45:01.300", "2023-11-14 23:45:01,1", "2023-11-14 23:45:01.20"]],
    [["2023/11/15", "2023/11/13", "2023/11/14 1:00"]],
    [["14/Nov/2023:23:45:01 +0000", "14/Nov/2023:23:45:01 +0200", "14/Nov/2023:23:45:01 +0100"]],
    [["14.12.2023 23:45:01", "13.11.2023 23:45:01", "1.12.2023"]],
    [["14/11/2023 10:00", "13/11/2023 11:00", "13/11/2023 12:00"]],
    [["11/14/2023 1:45:01 PM", "11/14/2023 12:45:01 AM", "11/14/2023 11:45:01 AM"]],
    [["Nov 14 23:45:01", "Oct 30 23:45:01", "Nov  1 23:45:01"]],
    [["23:45:01", "3:45:01", "22:45:01"]],
    [["Wed, 15 Nov 2023 00:00:00 GMT", "Tue, 14 Nov 2023 23:13:22 GMT", "Tue, 14 Nov 2023 23:13:22 -0030"]],
    [["Tue Nov 14 23:45:01 2023", "Mon Nov 13 23:45:01 2023", "Tue Nov 14 03:45:01 2023"]],
    [["November 14, 2023 11:45 PM", "Oct 1, 2023", "November 14, 2023 11:45 am"]],
    [["20231114T234503Z", "20231114T234501Z", "20231114T234502Z"]],
    [["20231114234503", "20231114234501", "20231114234502"]],
    [["1700000003", "1.7e9", "1700000000.5"]],
    [["29/02/24", "11/14/23", "11/15/23"], { dates: "mdy" }, false],
    [["24-02-29", "23-11-14", "23-11-15"], { dates: "ymd" }],
    [["01/05/23", "03/04/23", "02/05/22"], { dates: "dmy" }, "b c a".replace("b c a", "b a c")],
  ] as [readonly string[], LogOptions?, (string | false)?][])(
    "%j",
    (times, options = {}, expected = "a b c") => {
      if (expected === false) expect(() => order(times, options)).toThrow("expected a time");
      else expect(order(times, options)).toBe(expected);
    },
  );

  test("in the order that the first ones leave no doubt about", () => {
    // The third one shows that the day is in front.
    expect(order(["01/12/2023", "02/11/2023", "13/11/2023"])).toBe("a b c");
    expect(order(["12/01/2023", "11/02/2023", "11/13/2023"])).toBe("a b c");
  });
});

describe("are refused", () => {
  const refused = (times: readonly string[], options: LogOptions = {}) =>
    refusal("log.csv", `event,time\n${times.map((time) => `a,"${time}"\n`).join("")}`, options);

  test("where day and month cannot be told apart", () => {
    const times = ["04/05/2023", "06/07/2023"];
    expect(refused(times)).toContain(
      '2:4: "04/05/2023" may be 2023-05-04 (--dates dmy) or 2023-04-05 (--dates mdy): say which; --time none',
    );
    expect(order(["04/05/2023", "06/03/2023"], { dates: "dmy" })).toBe("a c");
    expect(order(["04/05/2023", "06/03/2023"], { dates: "mdy" })).toBe("c a");
    expect(refused(["01/02/03", "02/03/04"])).toContain(
      '"01/02/03" may be 2003-02-01 (--dates dmy) or 2003-01-02 (--dates mdy) or 2001-02-03 (--dates ymd)',
    );
    // Both readings are the same day.
    expect(order(["04/04/2023", "03/03/2023"])).toBe("a c");
  });

  test.each([
    [
      ["soon", "later"],
      '2:4: expected a time, a number or a date such as 2026-11-18T14:15:00Z, found "soon"',
    ],
    [["1", "soon"], '3:4: expected a time that is written like "1", found "soon"; --time none'],
    [["2023-02-29", "2024-02-30"], 'found "2023-02-29"'],
    [["25:00", "26:00"], 'found "25:00"'],
    [["13:00 PM", "1:00 PM"], 'expected a time that is written like "1:00 PM", found "13:00 PM"'],
    [["2023-11-14", "17"], 'expected a time that is written like "2023-11-14", found "17"'],
    [["2023-11-14", ""], 'expected a time that is written like "2023-11-14", found ""'],
  ])("%j", (times, message) => {
    expect(refused(times)).toContain(message);
  });

  test("unless they are all the same, or the column is left out", () => {
    expect(order(["soon", "soon", "soon"])).toBe("c a b");
    expect(order(["soon", "later", "now"], { columns: { time: null } })).toBe("c a b");
    expect(refused(["soon", "soon"], { columns: { time: "time" } })).toContain("expected a time");
  });
});

test("one with two meanings is found beside one that is left out", () => {
  const log = "event,time\na,soon\nb,3/4/2026\n";
  expect(refusal("log.csv", log, { skipBad: true })).toContain(
    '"3/4/2026" may be 2026-04-03 (--dates dmy) or 2026-03-04 (--dates mdy): say which',
  );
  const { remarks } = read("log.csv", log, { skipBad: true, dates: "dmy" });
  expect(remarks.join("\n")).toContain("1 line could not be read and is left out; the first is log.csv:2");
});

test("what they lack is said", () => {
  const remarks = (time: string) => read("log.csv", `event,time\na,${time}\n`).remarks.join("\n");
  expect(remarks("Nov 14 23:45:01")).toContain("the times have no year");
  expect(remarks("23:45:01")).toContain("the times have no date");
  expect(remarks("2023-11-14")).not.toContain("the times have no");
});

test("sessions of which some events have none stay in the order of their lines", () => {
  const logs = new LogReader();
  logs.read("timed.csv", "session,event,time\n1,b,2\n1,a,1\n2,d,2\n2,c,1\n");
  logs.read("untimed.csv", "session,event\n1,x\n");
  const log = logs.end();
  expect(words(log)).toEqual(["b a x", "c d"]);
  expect(log.remarks).toContain("1 session has events without a time: the order of the lines decides there");
});
