# %% [markdown]
# # A network that says yes or no, as an automaton
#
# Trains a GRU to tell the words without three zeros in a row (Tomita's fourth language), exports it to ONNX, and writes its side file. Then
# `hankel learn acceptor.onnx` learns the automaton that it has become. Needs `pip install torch onnx onnxscript`; takes half a minute
# without a GPU.

# %%
import json
import random

import torch
from torch import nn
from torch.export import Dim

random.seed(1)
torch.manual_seed(1)
torch.set_num_threads(1)  # a small network is faster in one thread

# %%
SYMBOLS = ["0", "1"]
BOS = len(SYMBOLS)


def belongs(word):
    return "000" not in word


def draw(length):
    """A word: half of them have no three zeros in a row, if they are long enough to have any."""
    word = "".join(random.choice(SYMBOLS) for _ in range(length))
    return word.replace("000", "001") if random.random() < 0.5 else word


# %% [markdown]
# All words of a batch have one length, so none is padded. Such a network needs no second input that tells the lengths: Hankel runs words of one
# length together, too.

# %%
def batch(size):
    length = random.randint(0, 20)
    words = [draw(length) for _ in range(size)]
    ids = torch.tensor([[BOS, *map(int, word)] for word in words])
    return ids, torch.tensor([int(belongs(word)) for word in words])


# %% [markdown]
# Two columns, as for `cross_entropy`: the second one is that of the words that belong to the language.

# %%
class Acceptor(nn.Module):
    def __init__(self, tokens, units=16):
        super().__init__()
        self.embed = nn.Embedding(tokens, 8)
        self.gru = nn.GRU(8, units, batch_first=True)
        self.out = nn.Linear(units, 2)

    def forward(self, ids):
        states, _ = self.gru(self.embed(ids))
        return self.out(states[:, -1])


model = Acceptor(len(SYMBOLS) + 1)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(800):
    ids, goals = batch(64)
    loss = nn.functional.cross_entropy(model(ids), goals)
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1)
    optimizer.step()
print(f"loss {loss.item():.4f}")

# %%
model.eval()
example = torch.zeros(2, 5, dtype=torch.long)
free = ({0: Dim("batch"), 1: Dim("time")},)
torch.onnx.export(model, (example,), "acceptor.onnx", dynamic_shapes=free, dynamo=True, verbose=False)
with open("acceptor.json", "w") as side:
    json.dump({"alphabet": SYMBOLS, "bos": BOS}, side)
