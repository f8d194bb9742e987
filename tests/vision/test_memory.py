import subprocess
import sys

# In a process of its own: here other tests' memory would be given back as well.
_PROGRAM = """
from pathlib import Path
from vision.memory import give_back

def held():
    [line] = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("RssAnon")]
    return int(line.split()[1])

blocks = [bytearray(b"x" * 100_000) for _ in range(800)]
kept = blocks[-1]  # what lies behind the freed ones keeps them from going back by themselves
full = held()
del blocks
give_back()
print(full - held())
"""


def test_freed_memory_goes_back_to_the_system() -> None:
    result = subprocess.run([sys.executable, "-c", _PROGRAM], capture_output=True, text=True, check=True)
    assert int(result.stdout) > 60_000  # of 80,000 kilobytes
