# %% [markdown]
# # A transformer that speaks, as an automaton
#
# Trains a small transformer on brackets that are nested at most three deep, exports it to ONNX, and writes its side file. Then
# `hankel learn transformer.onnx` shows whether it counts the open ones. Needs `pip install torch onnx onnxscript`; takes a minute without a GPU.

# %%
import json
import random

import torch
from torch import nn
from torch.export import Dim

random.seed(1)
torch.manual_seed(1)
torch.set_num_threads(1)  # a small network is faster in one thread

# %% [markdown]
# The words: at depth 0 they end with probability 0.3, and at depth 3 they must close.

# %%
SYMBOLS = ["(", ")"]
BOS, EOS = len(SYMBOLS), len(SYMBOLS) + 1
LONGEST, DEEPEST = 30, 3


def brackets():
    word, depth = [], 0
    while depth > 0 or random.random() < 0.7:
        opens = depth == 0 or (depth < DEEPEST and random.random() < 0.4)
        word.append(0 if opens else 1)
        depth += 1 if opens else -1
    return word if len(word) <= LONGEST else brackets()


# %%
def batch(size):
    words = [brackets() for _ in range(size)]
    longest = max(map(len, words)) + 1
    ids = torch.full((size, longest), EOS)
    goals = torch.full((size, longest), -100)  # -100: no goal, since the word is over
    for row, word in enumerate(words):
        ids[row, : len(word) + 1] = torch.tensor([BOS, *word])
        goals[row, : len(word) + 1] = torch.tensor([*word, EOS])
    return ids, goals


# %% [markdown]
# A transformer of two layers. Each position looks at those before it only, so one run tells what comes next after every prefix.

# %%
class Layer(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
        self.look, self.mix = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.think = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, x):
        batch, time, width = x.shape
        parts = self.look(self.before(x)).reshape(batch, time, 3, self.heads, width // self.heads)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        seen = nn.functional.scaled_dot_product_attention(query, key, value, is_causal=True)
        x = x + self.mix(seen.transpose(1, 2).reshape(batch, time, width))
        return x + self.think(self.between(x))


class Transformer(nn.Module):
    def __init__(self, tokens, positions, width=24, heads=3, layers=2):
        super().__init__()
        self.embed, self.place = nn.Embedding(tokens, width), nn.Embedding(positions, width)
        self.layers = nn.Sequential(*(Layer(width, heads) for _ in range(layers)))
        self.norm, self.out = nn.LayerNorm(width), nn.Linear(width, tokens)

    def forward(self, ids):
        x = self.embed(ids) + self.place.weight[: ids.shape[1]]
        return self.out(self.norm(self.layers(x)))


model = Transformer(len(SYMBOLS) + 2, LONGEST + 1)
STEPS = 1000
optimizer = torch.optim.Adam(model.parameters(), lr=0.003)
schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, STEPS)
for step in range(STEPS):
    ids, goals = batch(48)
    loss = nn.functional.cross_entropy(model(ids).flatten(0, 1), goals.flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    schedule.step()
print(f"loss {loss.item():.3f}")

# %% [markdown]
# The export and the side file. `longest` says how many symbols the network reads: it has no more positions.

# %%
model.eval()
example = torch.zeros(2, 5, dtype=torch.long)
free = ({0: Dim("batch"), 1: Dim("time", max=LONGEST + 1)},)
torch.onnx.export(model, (example,), "transformer.onnx", dynamic_shapes=free, dynamo=True, verbose=False)
with open("transformer.json", "w") as side:
    json.dump({"alphabet": SYMBOLS, "bos": BOS, "eos": EOS, "longest": LONGEST}, side)
