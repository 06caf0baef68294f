// Tools of Python.
import { nounOf, range } from './words.mjs'

const pytestFiles = (broken) => {
  const files = {}
  for (const n of range(12)) {
    const tests = range(30).map((m) => {
      const total = n === broken && m === 11 ? 41 : 42
      return `def test_${nounOf(m)}():\n    order = {"id": ${m}, "total": ${total}}\n    assert order["total"] == 42\n`
    })
    files[`tests/test_${nounOf(n)}.py`] = tests.join('\n\n')
  }
  return files
}

/** Makes a wheel of 8 MB, so that pip shows how far its download is. */
const wheel = `import os, zipfile
os.mkdir('wheels')
info = 'shop-1.0.dist-info'
with zipfile.ZipFile('wheels/shop-1.0-py3-none-any.whl', 'w') as wheel:
    wheel.writestr('shop/data.bin', os.urandom(8_000_000))
    wheel.writestr('shop/__init__.py', '')
    wheel.writestr(info + '/METADATA', 'Metadata-Version: 2.1\\nName: shop\\nVersion: 1.0\\n')
    wheel.writestr(info + '/WHEEL', 'Wheel-Version: 1.0\\nGenerator: shop\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
    wheel.writestr(info + '/RECORD', '')
`

const tqdmScript = `import time
from tqdm import tqdm
for epoch in tqdm(range(3), desc='epochs'):
    for step in tqdm(range(120), desc='steps', leave=False):
        time.sleep(0.01)
        if step % 40 == 39:
            tqdm.write(f'epoch {epoch} step {step}: loss {1 / (step + 1):.3f}')
        if epoch == 2 and step == 90:
            raise ValueError(f'loss is nan at step {step}')
`

export const recipes = [
  {
    name: 'pytest-fail',
    tool: 'pytest',
    version: 'pytest --version',
    command: '/usr/bin/python3 -m pytest -v --color=yes -p no:cacheprovider',
    files: pytestFiles(8),
    decisive: ['assert order["total"] == 42', 'assert 41 == 42'],
  },
  {
    name: 'pytest-pass-pipe',
    tool: 'pytest',
    version: 'pytest --version',
    command: '/usr/bin/python3 -m pytest -v --color=yes -p no:cacheprovider',
    pipe: true,
    files: pytestFiles(-1),
  },
  {
    name: 'pip-install',
    tool: 'pip',
    version: '/usr/bin/python3 -m pip --version',
    command:
      '/usr/bin/python3 -m pip install --break-system-packages --target lib --no-index --find-links http://127.0.0.1:8123/ shop',
    before: '(cd wheels && python3 -m http.server 8123 >/dev/null 2>&1) & sleep 1',
    prepare: '/usr/bin/python3 wheel.py',
    files: { 'wheel.py': wheel },
  },
  {
    name: 'tqdm-fail',
    tool: 'tqdm',
    version: '/usr/bin/python3 -c "import tqdm; print(tqdm.__version__)"',
    command: '/usr/bin/python3 train.py',
    columns: 120,
    rows: 40,
    files: { 'train.py': tqdmScript },
    decisive: ['ValueError: loss is nan at step 90'],
  },
  {
    name: 'tqdm-many',
    tool: 'tqdm',
    version: '/usr/bin/python3 -c "import tqdm; print(tqdm.__version__)"',
    command: '/usr/bin/python3 -c "$(cat many.py)"',
    files: {
      'many.py':
        'import time\nfrom tqdm import tqdm\nfor n in tqdm(range(6000), mininterval=0, miniters=1, desc="parcels"):\n    time.sleep(0.0004)\n',
    },
  },
  {
    name: 'unittest-fail',
    tool: 'unittest',
    version: '/usr/bin/python3 --version',
    command: '/usr/bin/python3 -m unittest -v',
    files: {
      'test_shop.py': `import unittest\n\nclass Shop(unittest.TestCase):\n${range(200)
        .map(
          (n) =>
            `    def test_${nounOf(n)}(self):\n        self.assertEqual({"total": ${n === 133 ? 41 : 42}}, {"total": 42})\n`,
        )
        .join('\n')}`,
    },
    decisive: ["AssertionError: {'total': 41} != {'total': 42}"],
  },
]
