"""Makes the networks of this folder, which the tests read: tiny ones with random weights, exported by PyTorch in the ways that people
export theirs, and what PyTorch itself says about some words (expected.json).

    python3 make.py      # PyTorch 2.15, onnx 1.23, onnxscript 0.7; a minute

The new exporter writes into each node where in the source it comes from. That is taken out again, since it is most of the file.
"""

import json
from pathlib import Path

import onnx
import torch
from torch import nn
from torch.export import Dim

HERE = Path(__file__).parent
BATCH, TIME = Dim("batch"), Dim("time")
IDS = torch.zeros(2, 5, dtype=torch.long)
WORDS = [[0], [1], [0, 1], [1, 1], [0, 1, 1], [1, 0, 1, 1, 0]]
MODEL = {"alphabet": ["a", "b"], "bos": 2, "eos": 3}
TWO = {"alphabet": ["a", "b"], "bos": 2}


class Tokens(nn.Module):
    """A recurrent network over four tokens, with an answer at each position."""

    def __init__(self, columns=4, cell=nn.LSTM, first=True, both=False, finish=None, units=3):
        super().__init__()
        self.embed = nn.Embedding(4, 2)
        self.cell = cell(2, units, batch_first=first, bidirectional=both)
        self.out = nn.Linear((1 + both) * units, columns)
        self.finish = finish or (lambda scores: scores)
        with torch.no_grad():
            for weights in self.parameters():
                weights.mul_(3)

    def forward(self, ids):
        return self.finish(self.out(self.cell(self.embed(ids))[0]))


class Last(Tokens):
    """The answer at the last position only."""

    def forward(self, ids):
        return self.finish(self.out(self.cell(self.embed(ids))[0][:, -1]))


class Lengths(Tokens):
    """The answer behind the last token of each word, for words of different lengths."""

    def forward(self, ids, lengths):
        states = self.cell(self.embed(ids))[0]
        return self.finish(self.out(states[torch.arange(ids.shape[0]), lengths - 1]))


class Masked(Tokens):
    """The mean over the tokens that are no padding."""

    def forward(self, ids, padding_mask):
        kept = (~padding_mask).unsqueeze(-1).float()
        return self.out((self.cell(self.embed(ids))[0] * kept).sum(1) / kept.sum(1))


class WithStates(Tokens):
    """Returns its states, too."""

    def forward(self, ids):
        states, (h, c) = self.cell(self.embed(ids))
        return self.out(states), h, c


class Started(Tokens):
    """A network that wants its first state."""

    def forward(self, ids, h0):
        return self.out(self.cell(self.embed(ids), (h0, h0))[0])


def strip(path):
    model = onnx.load(path, load_external_data=False)
    model.ClearField("metadata_props")
    model.graph.ClearField("metadata_props")
    for value in [*model.graph.node, *model.graph.value_info, *model.graph.input, *model.graph.output, *model.graph.initializer]:
        value.ClearField("metadata_props")
        value.ClearField("doc_string")
    model.graph.ClearField("value_info")
    path.write_bytes(model.SerializeToString())


def export(name, model, side, shapes=None, args=(IDS,), old=None, **options):
    """Exports a network and writes its side file."""
    path = HERE / f"{name}.onnx"
    model.eval()
    if old is None:
        torch.onnx.export(model, args, path, dynamo=True, dynamic_shapes=shapes, verbose=False, **options)
    else:
        inputs, output, axes = old
        torch.onnx.export(model, args, str(path), dynamo=False, opset_version=17, input_names=inputs, output_names=[output], dynamic_axes=axes)
    strip(path)
    path.with_suffix(".json").write_text(json.dumps(side) + "\n")


def numbers(model, word, *more, first=True):
    ids = torch.tensor([[2, *word]])
    with torch.no_grad():
        said = model(ids if first else ids.T, *more).double().squeeze(0 if first else 1)
        return said.mul(1e6).round().div(1e6).tolist()


def main():
    torch.manual_seed(1)
    torch.set_num_threads(1)
    expected = {}
    free = ({0: BATCH, 1: TIME},)

    def keep(name, model, side, shapes=free, first=True, more=lambda word: (), **options):
        export(name, model, side, shapes, **options)
        words = [word for word in WORDS if len(word) < 5 or "fixed" not in name]
        expected[name] = [[word, numbers(model, word, *more(word), first=first)] for word in words]

    named = (["tokens"], "scores", {"tokens": {0: "batch", 1: "time"}, "scores": {0: "batch", 1: "time"}})
    keep("model-old", Tokens(), MODEL, old=named)
    keep("model-old-unnamed-fixed", Tokens(), MODEL, old=(None, "scores", None))
    # The exporter leaves small tensors in the file.
    keep("model-external", Tokens(units=8), MODEL)
    inside = {"external_data": False}
    keep("model-fixed", Tokens(), MODEL, shapes=None, **inside)
    keep("model-time-first", Tokens(first=False), MODEL, shapes=({0: TIME, 1: BATCH},), first=False, **inside)
    keep("model-last", Last(), MODEL, **inside)
    keep("model-half", Tokens(finish=lambda scores: scores.half()), MODEL, **inside)
    keep("model-probabilities", Tokens(finish=lambda scores: scores.softmax(-1)), MODEL, **inside)
    keep("model-logarithms", Tokens(finish=lambda scores: scores.log_softmax(-1)), MODEL, **inside)
    keep("model-columns-second", Tokens(finish=lambda scores: scores.transpose(1, 2)), MODEL, **inside)
    keep("acceptor-last", Last(1, nn.GRU, finish=lambda scores: scores.squeeze(-1)), TWO, **inside)
    keep("acceptor-sigmoid", Last(1, nn.GRU, finish=lambda scores: scores.sigmoid()), TWO, **inside)
    lengths = {"args": (IDS, torch.tensor([5, 3])), "shapes": ({0: BATCH, 1: TIME}, {0: BATCH}), **inside}
    told = lambda word: (torch.tensor([len(word) + 1]),)
    keep("acceptor-two", Lengths(2, nn.GRU), TWO, more=told, **lengths)
    mask = {"args": (IDS, IDS > 0), "shapes": ({0: BATCH, 1: TIME}, {0: BATCH, 1: TIME}), **inside}
    keep("acceptor-mask", Masked(1, nn.GRU), TWO, more=lambda word: (torch.zeros(1, len(word) + 1, dtype=torch.bool),), **mask)
    keep("acceptor-argmax", Last(2, nn.GRU, finish=lambda scores: scores.argmax(-1)), {**TWO, "kind": "acceptor"}, **inside)
    classes = {**TWO, "classes": ["red", "green", "blue"]}
    keep("classes-last", Lengths(3, nn.GRU), classes, more=told, **lengths)
    keep("classes-positions", Tokens(3, nn.GRU), {**TWO, "kind": "classifier"}, **inside)
    keep("classes-both-ways", Tokens(3, nn.GRU, both=True), classes, **inside)
    export("model-states", WithStates(), MODEL, free, **inside)
    start = {"args": (IDS, torch.zeros(1, 2, 3)), "shapes": ({0: BATCH, 1: TIME}, {1: BATCH}), **inside}
    export("needs-state", Started(), MODEL, **start)
    broken = Tokens()
    broken.out.bias.data[1] = float("nan")
    export("gives-nan", broken, MODEL, free, **inside)
    (HERE / "expected.json").write_text(json.dumps(expected) + "\n")


if __name__ == "__main__":
    main()
