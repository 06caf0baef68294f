/** Command lines that turn pith off, in the shell, in hooks and in plugins alike. */
export const turningOff = [
  'PITH=0 make',
  'cd / && PITH=0 make',
  'A=1 PITH=0 make',
  'PITH=0 A=1 make',
  'env PITH=0 make',
  'env A=1 PITH=0 make',
  'export PITH=0; make',
  'export PITH=0 && make',
  'export PITH=0\nmake',
  'export A=1 PITH=0;make',
  'cd /\nPITH=0\tmake',
  '(PITH=0 make)',
  'true;PITH=0 make',
]
