# %% [markdown]
# # A network with several answers, as a Moore machine
#
# Trains a GRU to say, after every digit, how many ones there were so far modulo three. It is exported with an answer at each position and three
# columns, so `hankel learn classifier.onnx` learns a Moore machine. Needs `pip install torch onnx onnxscript`; takes half a minute without a GPU.

# %%
import json

import torch
from torch import nn
from torch.export import Dim

torch.manual_seed(1)
torch.set_num_threads(1)  # a small network is faster in one thread

# %%
SYMBOLS, CLASSES = ["0", "1"], ["zero", "one", "two"]
BOS = len(SYMBOLS)


def batch(size, length=30):
    digits = torch.randint(0, 2, (size, length))
    ids = torch.cat([torch.full((size, 1), BOS), digits], 1)
    ones = torch.cat([torch.zeros(size, 1, dtype=torch.long), digits.cumsum(1)], 1)
    return ids, ones % 3


# %%
class Classifier(nn.Module):
    def __init__(self, tokens, classes, units=16):
        super().__init__()
        self.embed = nn.Embedding(tokens, 8)
        self.gru = nn.GRU(8, units, batch_first=True)
        self.out = nn.Linear(units, classes)

    def forward(self, ids):
        states, _ = self.gru(self.embed(ids))
        return self.out(states)


model = Classifier(len(SYMBOLS) + 1, len(CLASSES))
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(600):
    ids, goals = batch(64)
    loss = nn.functional.cross_entropy(model(ids).flatten(0, 1), goals.flatten())
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1)
    optimizer.step()
print(f"loss {loss.item():.4f}")

# %%
model.eval()
example = torch.zeros(2, 5, dtype=torch.long)
free = ({0: Dim("batch"), 1: Dim("time")},)
torch.onnx.export(model, (example,), "classifier.onnx", dynamic_shapes=free, dynamo=True, verbose=False)
with open("classifier.json", "w") as side:
    json.dump({"alphabet": SYMBOLS, "bos": BOS, "classes": CLASSES}, side)
