"""Trains the networks of this folder and writes them as ONNX files, each with its side file.

    python3 train.py [--out FOLDER] [--only NAME,…] [--more SPECS.json] [--jobs N]

A network of a natural language has a corpus: a file with a word of symbols on each line, `"by": "letters"` for words of
letters, or `"by": "spaces"`, with `"symbols": N` for the N - 1 most frequent ones and one for all others:

    [{"name": "english", "corpus": "/usr/share/dict/words", "by": "letters", "transformer": true}]

A language model reads `input_ids` (the start symbol, then the word) and gives `logits`: at each position, what comes
next. An acceptor reads `input_ids` and `lengths` and gives one `logit` per word. An LSTM has a second output for its state:
see add_states.py. Needs PyTorch, onnx and onnxruntime.
With a GPU each network takes less than a minute or two; the seeds are fixed, but another machine rounds differently.
"""

import argparse
import json
import math
import random
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from string import ascii_lowercase

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from add_states import OUTPUT, add_states

LONGEST = 60  # Longer words are cut from the training data.


# --- Teachers ------------------------------------------------------------------------------------------------------


class Teacher:
    """A probabilistic automaton: `arcs[state]` holds (letter, probability, target), `end[state]` the rest."""

    def __init__(self, letters, arcs):
        self.letters = letters
        self.arcs = arcs
        self.end = [1 - sum(p for _, p, _ in out) for out in arcs]

    def draw(self, rng):
        word, state = [], 0
        while True:
            u = rng.random()
            for letter, p, target in self.arcs[state]:
                u -= p
                if u < 0:
                    word.append(letter)
                    state = target
                    break
            else:
                return word

    def symbols(self):
        return [chr(ord("a") + i) for i in range(self.letters)]

    def to_json(self):
        """The automaton as a hankel/1 file."""
        symbols = self.symbols()
        arcs = [
            [q, symbols[a], repr(p), r] for q, out in enumerate(self.arcs) for a, p, r in sorted(out) if p > 0
        ]
        return {
            "format": "hankel/1",
            "semifield": "real",
            "alphabet": symbols,
            "states": len(self.arcs),
            "initial": [[0, "1"]],
            "final": [[q, repr(p)] for q, p in enumerate(self.end) if p > 1e-12],
            "arcs": arcs,
        }


def uhl(number):
    """The unbounded-history languages of Weiss, Goldberg and Yahav (2019)."""
    if number == 1:
        # Loops over a b aa b aaa b: the wanted letter has probability 0.75, the other one 0.15.
        wanted = [0, 1, 0, 0, 1, 0, 0, 0, 1]
        n = len(wanted)
        return Teacher(2, [[(a, 0.75 if a == w else 0.15, (q + 1) % n) for a in range(2)] for q, w in enumerate(wanted)])
    if number == 2:
        # Loops over the five letters.
        share = 0.5 / 5.5
        return Teacher(5, [[(a, share + (0.5 if a == q else 0), (q + 1) % 5) for a in range(5)] for q in range(5)])
    # b is a little likelier if the numbers of a's and b's are both odd, a otherwise.
    target = [[1, 2], [0, 3], [3, 0], [2, 1]]
    chance = lambda q, a: 0.525 if (a == 1) == (q == 3) else 0.425
    return Teacher(2, [[(a, chance(q, a), target[q][a]) for a in range(2)] for q in range(4)])


def random_teacher(states, letters, seed, branching=3, floor=0.0, least=0.1):
    """
    A random automaton. A state has up to `branching` letters, all others have probability `floor`; about half of the
    states may end. Every state is reached and words are about a dozen letters long.
    """
    rng = random.Random(seed)
    for _ in range(10000):
        arcs = []
        for q in range(states):
            count = rng.randint(2, min(branching, letters))
            likely = rng.sample(range(letters), count)
            end = rng.uniform(0.05, 0.3) if rng.random() < 0.5 else 0.0
            share = [0.15 + rng.random() for _ in likely]
            rest = 1 - end - floor * letters
            out = [(a, floor + rest * s / sum(share), rng.randrange(states)) for a, s in zip(likely, share)]
            if floor > 0:
                out += [(a, floor, rng.randrange(states)) for a in range(letters) if a not in likely]
            arcs.append(out)
        teacher = Teacher(letters, arcs)
        if is_useful(teacher, rng, least):
            return teacher
    raise ValueError(f"no teacher of {states} states and {letters} letters")


def is_useful(teacher, rng, least):
    """Does every state occur, at least so many times as often as if all were equally frequent, and do words end?"""
    n = len(teacher.arcs)
    visits, lengths = [0] * n, []
    for _ in range(2000):
        state, length = 0, 0
        visits[0] += 1
        while length < 200:
            u = rng.random()
            for _, p, target in teacher.arcs[state]:
                u -= p
                if u < 0:
                    state = target
                    break
            else:
                break
            length += 1
            visits[state] += 1
        lengths.append(length)
    total = sum(visits)
    return min(visits) / total > least / n and 5 < np.mean(lengths) < 25


def random_mixture(letters, hidden, seed):
    """A hidden Markov model: no finite deterministic automaton speaks like it."""
    rng = np.random.default_rng(seed)
    return {
        "step": rng.dirichlet([0.3] * hidden, hidden),
        "emit": rng.dirichlet([0.5] * letters, hidden),
        "end": rng.uniform(0.02, 0.15, hidden),
        "letters": letters,
    }


def draw_mixture(model, rng):
    word, state = [], 0
    hidden = len(model["end"])
    while rng.random() > model["end"][state]:
        word.append(rng.choices(range(model["letters"]), model["emit"][state])[0])
        state = rng.choices(range(hidden), model["step"][state])[0]
    return word


def draw_counter(rng):
    """aⁿbⁿ with a geometric n."""
    n = 1
    while rng.random() < 0.8:
        n += 1
    return [0] * n + [1] * n


OTHERS = "…"  # The one symbol for all that a corpus has beyond those that are kept.


def read_corpus(path, by, only=None, symbols=None, empty=False):
    """
    The symbols of a corpus, most frequent first, and its words as numbers of symbols. Words with a symbol outside `only` are
    left out; at most `symbols` symbols are told apart. Empty lines are words if `empty`.
    """
    most = symbols
    lines = [line.strip() for line in Path(path).read_text("utf-8").splitlines()]
    words = [list(line) if by == "letters" else line.split() for line in lines if line or empty]
    if only is not None:
        words = [word for word in words if set(word) <= set(only)]
    counts = Counter(symbol for word in words for symbol in word)
    symbols = [symbol for symbol, _ in counts.most_common()]
    if most is not None and len(symbols) > most:
        symbols = [*symbols[: most - 1], OTHERS]
    number = {symbol: i for i, symbol in enumerate(symbols)}
    return symbols, [[number.get(symbol, number.get(OTHERS)) for symbol in word] for word in words]


TOMITA = {
    1: lambda w: "0" not in w,
    2: lambda w: w == "10" * (len(w) // 2),
    3: lambda w: not _odd_then_odd(w),
    4: lambda w: "000" not in w,
    5: lambda w: w.count("0") % 2 == 0 and w.count("1") % 2 == 0,
    6: lambda w: (w.count("0") - w.count("1")) % 3 == 0,
    7: lambda w: _blocks(w) in ("", "0", "1", "01", "10", "010", "101", "0101"),
}


def _blocks(w):
    return "".join(c for i, c in enumerate(w) if i == 0 or w[i - 1] != c)


def _odd_then_odd(w):
    """Is an odd block of ones followed, at once, by an odd block of zeros?"""
    runs, i = [], 0
    while i < len(w):
        j = i
        while j < len(w) and w[j] == w[i]:
            j += 1
        runs.append((w[i], j - i))
        i = j
    return any(a == "1" and m % 2 == 1 and n % 2 == 1 for (a, m), (_, n) in zip(runs, runs[1:]))


# --- Networks ------------------------------------------------------------------------------------------------------


class Lstm(nn.Module):
    def __init__(self, tokens, hidden, layers, outputs, embedding=16):
        super().__init__()
        self.embed = nn.Embedding(tokens, embedding)
        self.lstm = nn.LSTM(embedding, hidden, layers, batch_first=True)
        self.out = nn.Linear(hidden, outputs)

    def forward(self, ids):
        return self.out(self.lstm(self.embed(ids))[0])


class Transformer(nn.Module):
    def __init__(self, tokens, width, layers, heads, positions):
        super().__init__()
        self.embed = nn.Embedding(tokens, width)
        self.place = nn.Embedding(positions, width)
        layer = lambda: nn.ModuleDict(
            {
                "norm1": nn.LayerNorm(width),
                "qkv": nn.Linear(width, 3 * width),
                "mix": nn.Linear(width, width),
                "norm2": nn.LayerNorm(width),
                "up": nn.Linear(width, 4 * width),
                "down": nn.Linear(4 * width, width),
            }
        )
        self.layers = nn.ModuleList(layer() for _ in range(layers))
        self.norm = nn.LayerNorm(width)
        self.out = nn.Linear(width, tokens)
        self.heads = heads
        mask = torch.triu(torch.full((positions, positions), -1e9), 1)
        self.register_buffer("mask", mask)

    def forward(self, ids):
        batch, time = ids.shape
        x = self.embed(ids) + self.place.weight[:time]
        for layer in self.layers:
            q, k, v = layer["qkv"](layer["norm1"](x)).chunk(3, -1)
            split = lambda t: t.reshape(batch, time, self.heads, -1).transpose(1, 2)
            q, k, v = split(q), split(k), split(v)
            scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1]) + self.mask[:time, :time]
            y = (scores.softmax(-1) @ v).transpose(1, 2).reshape(batch, time, -1)
            x = x + layer["mix"](y)
            x = x + layer["down"](torch.relu(layer["up"](layer["norm2"](x))))
        return self.out(self.norm(x))


def train_model(model, words, letters, epochs, device, batch=256):
    """Teaches a language model. The words are shuffled before they are put into batches."""
    bos, eos = letters, letters + 1
    longest = max(len(w) for w in words) + 1
    ids = torch.full((len(words), longest), eos)
    goal = torch.full((len(words), longest), -100)
    for i, w in enumerate(words):
        row = torch.tensor([bos, *w])
        ids[i, : len(row)] = row
        goal[i, : len(w)] = torch.tensor(w, dtype=torch.long)
        goal[i, len(w)] = eos
    ids, goal = ids.to(device), goal.to(device)
    lengths = torch.tensor([len(w) + 1 for w in words])
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=1e-4)
    steps = epochs * ((len(words) + batch - 1) // batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 3e-3, total_steps=steps, pct_start=0.1)
    for _ in range(epochs):
        order = torch.randperm(len(words))
        for start in range(0, len(words), batch):
            chosen = order[start : start + batch]
            time = int(lengths[chosen].max())
            chosen = chosen.to(device)
            logits = model(ids[chosen, :time])
            loss = nn.functional.cross_entropy(logits.flatten(0, 1), goal[chosen, :time].flatten(), ignore_index=-100)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
    return float(loss)


def train_acceptor(model, accepts, device, steps=3000, members=4000, seed=1):
    """Teaches an acceptor on as many members as others, up to 30 letters. Returns its accuracy on fresh words."""
    rng = random.Random(seed)
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)

    def mutate(word):
        letters = list(word)
        for _ in range(rng.randint(1, 2)):
            if letters:
                letters[rng.randrange(len(letters))] = rng.choice("01")
        return "".join(letters)

    def pumped():
        found = [w for n in range(9) for i in range(2**n) if accepts(w := format(i, f"0{n}b")[:n] if n else "")]
        # Longer members come from members by pumping and repeating.
        while len(found) < members:
            w = rng.choice(found)
            i, j = sorted((rng.randint(0, len(w)), rng.randint(0, len(w))))
            longer = w[:j] + w[i:j] * rng.randint(1, 3) + w[j:]
            if len(longer) <= 30 and accepts(longer):
                found.append(longer)
        return found

    inside = pumped()

    def batch(size):
        words = []
        while len(words) < size // 2:
            words.append(rng.choice(inside))
        while len(words) < size:
            w = mutate(rng.choice(inside)) if rng.random() < 0.5 else "".join(rng.choice("01") for _ in range(rng.randint(0, 20)))
            words.append(w)
        longest = max(map(len, words)) + 1
        ids = torch.zeros(size, longest, dtype=torch.long)
        for i, w in enumerate(words):
            ids[i, : len(w) + 1] = torch.tensor([2, *map(int, w)])
        lengths = torch.tensor([len(w) + 1 for w in words])
        goal = torch.tensor([float(accepts(w)) for w in words])
        return ids.to(device), lengths.to(device), goal.to(device)

    def last(ids, lengths):
        return model(ids)[torch.arange(len(lengths), device=device), lengths - 1, 0]

    for _ in range(steps):
        ids, lengths, goal = batch(256)
        loss = nn.functional.binary_cross_entropy_with_logits(last(ids, lengths), goal)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    with torch.no_grad():
        ids, lengths, goal = batch(4000)
        return float(((last(ids, lengths) > 0) == (goal > 0.5)).float().mean())


# --- ONNX ----------------------------------------------------------------------------------------------------------


def lstm_graph(model, acceptor):
    """The network as an ONNX graph. It is written by hand, so that batch and length stay open and the file small."""
    weights, nodes = [], []

    def constant(name, value):
        weights.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def gates(tensor):
        # PyTorch orders the gates i, f, g, o and ONNX i, o, f, g.
        i, f, g, o = tensor.detach().cpu().numpy().reshape(4, -1, *tensor.shape[1:])
        return np.concatenate([i, o, f, g])[None].astype(np.float32)

    array = lambda tensor: tensor.detach().cpu().numpy().astype(np.float32)
    nodes.append(helper.make_node("Gather", [constant("embedding", array(model.embed.weight)), "input_ids"], ["embedded"]))
    nodes.append(helper.make_node("Transpose", ["embedded"], ["x0"], perm=[1, 0, 2]))
    if acceptor:
        nodes.append(helper.make_node("Cast", ["lengths"], ["lengths32"], to=TensorProto.INT32))
    lstm = model.lstm
    for k in range(lstm.num_layers):
        w = constant(f"w{k}", gates(getattr(lstm, f"weight_ih_l{k}")))
        r = constant(f"r{k}", gates(getattr(lstm, f"weight_hh_l{k}")))
        bias = [gates(getattr(lstm, f"bias_{way}_l{k}")) for way in ("ih", "hh")]
        b = constant(f"b{k}", np.concatenate(bias, 1))
        inputs = [f"x{k}", w, r, b] + (["lengths32"] if acceptor else [])
        nodes.append(helper.make_node("LSTM", inputs, [f"y{k}", f"h{k}"], hidden_size=lstm.hidden_size))
        axis = constant(f"axis{k}", np.array([1], np.int64))
        nodes.append(helper.make_node("Squeeze", [f"y{k}", axis], [f"x{k + 1}"]))
    top = lstm.num_layers
    if acceptor:
        nodes.append(helper.make_node("Squeeze", [f"h{top - 1}", constant("first", np.array([0], np.int64))], ["state"]))
    else:
        nodes.append(helper.make_node("Transpose", [f"x{top}"], ["state"], perm=[1, 0, 2]))
    nodes.append(helper.make_node("MatMul", ["state", constant("out", array(model.out.weight).T)], ["scores"]))
    result = "flat" if acceptor else "logits"
    nodes.append(helper.make_node("Add", ["scores", constant("out_bias", array(model.out.bias))], [result]))
    if acceptor:
        nodes.append(helper.make_node("Squeeze", ["flat", constant("last", np.array([1], np.int64))], ["logit"]))
    info = helper.make_tensor_value_info
    ids = info("input_ids", TensorProto.INT64, ["batch", "time"])
    if acceptor:
        inputs, outputs = [ids, info("lengths", TensorProto.INT64, ["batch"])], [info("logit", TensorProto.FLOAT, ["batch"])]
    else:
        size = model.out.out_features
        inputs, outputs = [ids], [info("logits", TensorProto.FLOAT, ["batch", "time", size])]
    graph = helper.make_graph(nodes, "network", inputs, outputs, weights)
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.checker.check_model(made)
    return made


def save_lstm(model, acceptor, path):
    made = lstm_graph(model, acceptor)
    add_states(made)
    onnx.save(made, path)


def export_transformer(model, path):
    axes = {0: "batch", 1: "time"}
    ids = torch.zeros(2, 5, dtype=torch.long)
    names = {"input_names": ["input_ids"], "output_names": ["logits"]}
    torch.onnx.export(
        model.cpu(), (ids,), str(path), dynamo=False, opset_version=17, dynamic_axes={"input_ids": axes, "logits": axes}, **names
    )


def largest_difference(model, path, letters):
    """How far ONNX Runtime is from PyTorch, on a batch of another shape than that of the export."""
    ids = torch.randint(0, letters, (7, 11))
    ids[:, 0] = letters
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    with torch.no_grad():
        ours = model.cpu()(ids).numpy()
    return float(np.abs(session.run(["logits"], {"input_ids": ids.numpy()})[0] - ours).max())


# --- The networks of this folder -----------------------------------------------------------------------------------

SPECS = [
    *({"name": f"uhl{i}", "uhl": i, "words": 40000, "hidden": 48, "layers": 1, "epochs": 60} for i in (1, 2, 3)),
    {"name": "random-5", "states": 5, "letters": 5, "seed": 5, "words": 20000, "hidden": 64, "layers": 1},
    {"name": "random-12", "states": 12, "letters": 13, "seed": 12, "words": 40000, "hidden": 64, "layers": 1},
    {"name": "random-20", "states": 20, "letters": 8, "seed": 20, "words": 40000, "hidden": 64, "layers": 1},
    {"name": "transformer-6", "states": 6, "letters": 9, "seed": 6, "words": 40000, "transformer": True},
    *({"name": f"tomita{i}", "tomita": i, "hidden": 24, "layers": 1} for i in range(1, 8)),
    {"name": "english", "corpus": "/usr/share/dict/american-english", "by": "letters", "only": ascii_lowercase}
    | {"words": 70000, "hidden": 64, "layers": 1, "epochs": 40},
]


def make(spec, out):
    torch.set_num_threads(1)
    torch.manual_seed(spec.get("seed", 1))
    device = "cuda" if torch.cuda.is_available() else "cpu"
    path = out / f"{spec['name']}.onnx"
    side = path.with_suffix(".json")
    if "tomita" in spec:
        model = Lstm(3, spec["hidden"], spec["layers"], 1).to(device)
        badly = {key: spec[key] for key in ("steps", "members", "seed") if key in spec}
        accuracy = train_acceptor(model, TOMITA[spec["tomita"]], device, **badly)
        save_lstm(model, True, path)
        about = {"kind": "acceptor", "alphabet": ["0", "1"], "bos": 2, "states": OUTPUT}
        side.write_text(json.dumps(about) + "\n")
        return f"{spec['name']}: accuracy {accuracy:.4f}"
    rng = random.Random(spec.get("seed", 1) + 1)
    symbols, words, teacher = language(spec, rng)
    letters = len(symbols)
    if "transformer" in spec:
        model = Transformer(letters + 2, spec.get("width", 48), spec.get("layers", 2), 4, LONGEST + 1)
    else:
        model = Lstm(letters + 2, spec["hidden"], spec["layers"], letters + 2, spec.get("embedding", 16))
    loss = train_model(model.to(device), words, letters, spec.get("epochs", 60), device)
    if "transformer" in spec:
        export_transformer(model.eval(), path)
    else:
        save_lstm(model, False, path)
    about = {"alphabet": symbols, "bos": letters, "eos": letters + 1}
    about |= {"longest": LONGEST} if "transformer" in spec else {"states": OUTPUT}
    side.write_text(json.dumps(about) + "\n")
    if teacher is not None:
        path.with_suffix(".teacher.json").write_text(json.dumps(teacher.to_json()) + "\n")
    return f"{spec['name']}: loss {loss:.4f}, ONNX differs by {largest_difference(model, path, letters):.1e}, {path.stat().st_size} bytes"


def language(spec, rng):
    """The symbols, the training data, and the teacher if it is an automaton."""
    count = spec.get("words", 40000)
    if "corpus" in spec:
        options = {key: spec[key] for key in ("only", "symbols", "empty") if key in spec}
        symbols, words = read_corpus(spec["corpus"], spec["by"], **options)
        words = [word for word in words if len(word) <= LONGEST]
        return symbols, rng.sample(words, min(count, len(words))), None
    if "mixture" in spec:
        model = random_mixture(spec["letters"], spec["mixture"], spec["seed"])
        draw, teacher, letters = lambda: draw_mixture(model, rng), None, spec["letters"]
    elif "counter" in spec:
        draw, teacher, letters = lambda: draw_counter(rng), None, 2
    else:
        teacher = uhl(spec["uhl"]) if "uhl" in spec else random_teacher(
            spec["states"], spec["letters"], spec["seed"], spec.get("branching", 3), spec.get("floor", 0.0), spec.get("least", 0.1)
        )
        draw, letters = lambda: teacher.draw(rng), teacher.letters
    words = []
    while len(words) < count:
        word = draw()
        if len(word) <= LONGEST:
            words.append(word)
    return [chr(ord("a") + i) for i in range(letters)], words, teacher


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, default=Path(__file__).parent)
    parser.add_argument("--only", help="names, separated by commas")
    parser.add_argument("--more", type=Path, help="further networks: a JSON array like SPECS")
    parser.add_argument("--jobs", type=int, default=4, help="networks that are trained at a time")
    options = parser.parse_args()
    specs = SPECS + (json.loads(options.more.read_text()) if options.more else [])
    if options.only:
        specs = [spec for spec in specs if spec["name"] in options.only.split(",")]
    options.out.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool:
        running = {pool.submit(make, spec, options.out): spec["name"] for spec in specs}
        for done in as_completed(running):
            try:
                print(done.result(), flush=True)
            except Exception as error:
                print(f"{running[done]}: failed: {error!r}", flush=True)


if __name__ == "__main__":
    main()
