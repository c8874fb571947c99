# %% [markdown]
# # An LSTM that speaks, as an automaton
#
# Trains a language model on sentences of a small grammar, exports it to ONNX, and writes the side file that tells its tokens.
# Then `hankel learn lstm.onnx` finds the grammar again. Needs `pip install torch onnx onnxscript`; takes half a minute without a GPU.

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
# The sentences: "the cat sleeps", "a dog sees the cat". A determiner, a noun, and what it does.

# %%
SYMBOLS = ["the", "a", "cat", "dog", "sees", "sleeps"]
BOS, EOS = len(SYMBOLS), len(SYMBOLS) + 1


def noun_phrase():
    return ["the" if random.random() < 0.7 else "a", random.choice(["cat", "dog"])]


def sentence():
    if random.random() < 0.4:
        return [*noun_phrase(), "sleeps"]
    return [*noun_phrase(), "sees", *noun_phrase()]


# %% [markdown]
# Sentences as tokens: each begins with `BOS`, and the goal at each position is the next token, at last `EOS`.

# %%
def batch(size):
    words = [[SYMBOLS.index(symbol) for symbol in sentence()] for _ in range(size)]
    longest = max(map(len, words)) + 1
    ids = torch.full((size, longest), EOS)
    goals = torch.full((size, longest), -100)  # -100: no goal, since the sentence is over
    for row, word in enumerate(words):
        ids[row, : len(word) + 1] = torch.tensor([BOS, *word])
        goals[row, : len(word) + 1] = torch.tensor([*word, EOS])
    return ids, goals


# %%
class LanguageModel(nn.Module):
    def __init__(self, tokens, units=32):
        super().__init__()
        self.embed = nn.Embedding(tokens, 16)
        self.lstm = nn.LSTM(16, units, batch_first=True)
        self.out = nn.Linear(units, tokens)

    def forward(self, ids):
        states, _ = self.lstm(self.embed(ids))
        return self.out(states)


model = LanguageModel(len(SYMBOLS) + 2)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(300):
    ids, goals = batch(64)
    loss = nn.functional.cross_entropy(model(ids).flatten(0, 1), goals.flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f"loss {loss.item():.3f}")

# %% [markdown]
# The export. The sizes of the batch and of the time must be free: words have all lengths. PyTorch may put the weights into a second
# file, `lstm.onnx.data`; it stays beside the first one.

# %%
model.eval()
example = torch.zeros(2, 5, dtype=torch.long)
free = ({0: Dim("batch"), 1: Dim("time")},)
torch.onnx.export(model, (example,), "lstm.onnx", dynamic_shapes=free, dynamo=True, verbose=False)

# %% [markdown]
# The side file: the symbols in the order of their tokens, the token in front of every word, and the one that ends it.

# %%
with open("lstm.json", "w") as side:
    json.dump({"alphabet": SYMBOLS, "bos": BOS, "eos": EOS}, side)
