import { HankelError, quote } from "../errors.ts";
import type { Random } from "../random.ts";
import type { GroupWithZero } from "./semifield.ts";

/**
 * A random non-zero weight of one of Hankel's own algebras, easy to read: whole numbers below 1000 for costs, small
 * fractions for ℚ, probabilities for reals.
 */
export function randomWeight<W>(algebra: GroupWithZero<W>, random: Random): W {
  return algebra.parse(notation(algebra.name, random));
}

function notation(name: string, random: Random): string {
  const upTo = (most: number) => 1 + random.below(most);
  const sign = () => (random.below(2) === 0 ? "" : "-");
  const family = name.split(":", 1)[0];
  switch (family) {
    case "boolean":
      return "true";
    case "rational":
      return `${sign()}${upTo(9)}/${upTo(9)}`;
    case "viterbi":
      return `${upTo(9)}/${upTo(9)}`;
    case "tropical":
    case "arctic":
    case "tropical-float64":
    case "arctic-float64":
      return String(random.below(1000));
    case "log":
      return String(upTo(9));
    case "real":
    case "viterbi-float64":
      return String(upTo(9) / 10);
    case "prime-field":
      return String(upTo(Number(name.slice(name.indexOf(":") + 1)) - 1));
    case "quaternion":
      return `${upTo(3)}${["+i", "-i", "+2j", "-j", "+k", "-2k"][random.below(6)]}`;
    case "free-group":
      return ["x", "y", "x y", "y x", "x^-1", "z"][random.below(6)];
    default:
      throw new HankelError("usage", `no random weights are known for ${quote(name)}; give \`weight\``);
  }
}
