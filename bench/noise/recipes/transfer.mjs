// Programs that copy or pack bytes and show how far they are.
const serve = 'head -c 12000000 /dev/urandom > big.bin; python3 -m http.server 8123 >/dev/null 2>&1 & sleep 1'
const bigFile = 'head -c 12000000 /dev/urandom > big.bin'
const numbers = 'seq 1 6000000 > numbers.txt'

export const recipes = [
  {
    name: 'wget',
    tool: 'wget',
    version: 'wget --version',
    command: 'wget --limit-rate=3m -O copy.bin http://127.0.0.1:8123/big.bin',
    before: serve,
  },
  {
    name: 'wget-dots-pipe',
    tool: 'wget',
    version: 'wget --version',
    command: 'wget -O copy.bin http://127.0.0.1:8123/big.bin',
    before: serve,
    pipe: true,
  },
  {
    name: 'wget-fail',
    tool: 'wget',
    version: 'wget --version',
    command:
      'wget --limit-rate=3m -O copy.bin http://127.0.0.1:8123/big.bin http://127.0.0.1:8123/tariff.bin',
    before: serve,
    decisive: ['ERROR 404: File not found.'],
  },
  {
    name: 'curl-meter',
    tool: 'curl',
    version: 'curl --version',
    command: 'curl --limit-rate 2m -o copy.bin http://127.0.0.1:8123/big.bin',
    before: serve,
  },
  {
    name: 'curl-bar-fail',
    tool: 'curl',
    version: 'curl --version',
    command:
      'curl -# --limit-rate 4m -o copy.bin http://127.0.0.1:8123/big.bin && curl -# -f -o no.bin http://127.0.0.1:8123/tariff.bin',
    before: serve,
    decisive: ['The requested URL returned error: 404'],
  },
  {
    name: 'aria2c',
    tool: 'aria2c',
    version: 'aria2c --version',
    command: 'aria2c --max-download-limit=2M -o copy.bin http://127.0.0.1:8123/big.bin',
    before: serve,
  },
  {
    name: 'pv',
    tool: 'pv',
    version: 'pv --version',
    command: 'pv -L 2m -i 0.1 big.bin > copy.bin',
    prepare: bigFile,
  },
  {
    name: 'rsync',
    tool: 'rsync',
    version: 'rsync --version',
    command: 'rsync -a --info=progress2,name1 --bwlimit=4000 store/ copy/',
    prepare: 'mkdir store; for n in $(seq 1 60); do head -c 200000 /dev/urandom > store/part-$n.bin; done',
  },
  {
    name: 'rsync-fail',
    tool: 'rsync',
    version: 'rsync --version',
    command: 'rsync -a --progress --bwlimit=8000 store/ missing/deep/copy/',
    prepare: 'mkdir store; for n in $(seq 1 20); do head -c 200000 /dev/urandom > store/part-$n.bin; done',
    decisive: ['No such file or directory (2)', 'rsync error: error in file IO (code 11)'],
  },
  {
    name: 'dd',
    tool: 'dd',
    version: 'dd --version',
    command: 'dd if=/dev/urandom of=copy.bin bs=1M count=1500 status=progress',
  },
  {
    name: 'dd-fail',
    tool: 'dd',
    version: 'dd --version',
    command: 'dd if=/dev/urandom of=small/copy.bin bs=64k count=20000 status=progress',
    before: 'mkdir small; mount -t tmpfs -o size=700m tmpfs small',
    decisive: ['No space left on device'],
  },
  {
    name: 'zstd',
    tool: 'zstd',
    version: 'zstd --version',
    command: 'zstd -v -15 numbers.txt',
    prepare: numbers,
  },
  {
    name: 'xz',
    tool: 'xz',
    version: 'xz --version',
    command: 'xz -v -3 numbers.txt',
    prepare: numbers,
  },
  {
    name: 'ffmpeg',
    tool: 'ffmpeg',
    version: 'ffmpeg -version',
    command: 'ffmpeg -f lavfi -i testsrc=duration=60:size=640x360 -c:v mpeg4 out.mp4',
  },
]
