/** A program that starts another one, named in its own arguments. */
export interface Launcher {
  /** Its options that take a value in the next word. */
  readonly valued?: readonly string[]
  /** Words of its own before the program: `timeout 10 git push` has one. */
  readonly words?: number
}

/** Programs that run what follows them. The program behind them is what counts. */
export const LAUNCHERS: Readonly<Record<string, Launcher>> = {
  sudo: { valued: ['-u', '-g', '-h', '-p', '-C', '-T', '-r', '-t', '-D', '-R', '-U', '--user', '--group'] },
  doas: { valued: ['-u', '-C'] },
  env: { valued: ['-u', '-C', '--unset', '--chdir'] },
  command: {},
  builtin: {},
  exec: { valued: ['-a'] },
  nohup: {},
  setsid: {},
  time: { valued: ['-f', '-o'] },
  nice: { valued: ['-n'] },
  ionice: { valued: ['-c', '-n'] },
  stdbuf: { valued: ['-i', '-o', '-e'] },
  timeout: { valued: ['-k', '-s', '--kill-after', '--signal'], words: 1 },
  watch: { valued: ['-n', '--interval'] },
  xargs: { valued: ['-I', '-n', '-P', '-L', '-d', '-a', '-E', '-s', '--max-args', '--max-procs'] },
  parallel: { valued: ['-j', '--jobs'] },
  strace: { valued: ['-e', '-o', '-p'] },
  chronic: {},
  busybox: {},
  flock: { valued: ['-w', '-E', '--timeout', '--conflict-exit-code'], words: 1 },
  taskset: { valued: ['-p'], words: 1 },
  chrt: { words: 1 },
  cmd: { words: 1 },
  node: { valued: ['-r', '--require', '--import', '--loader', '--env-file'] },
  tsx: {},
  npx: { valued: ['-p', '--package', '-w', '--workspace'] },
  bunx: {},
  pnpx: {},
  chroot: { words: 1 },
  unshare: {},
  'systemd-run': { valued: ['-p', '-u'] },
  'cross-env': {},
}

/** Words of the shell itself that a command may follow. */
export const KEYWORDS: readonly string[] = ['if', 'then', 'elif', 'else', 'while', 'until', 'do', '!', '{']

/** Commands of a program that start another one, named behind them. */
export const INNER_COMMANDS: Readonly<Record<string, readonly string[]>> = {
  git: ['submodule foreach', 'bisect run', 'rebase -x', 'rebase --exec', 'filter-branch --tree-filter'],
  npm: ['exec', 'x'],
  pnpm: ['exec', 'dlx'],
  yarn: ['exec', 'dlx', 'run'],
  bun: ['x'],
  deno: ['run'],
  poetry: ['run'],
  uv: ['run', 'tool run'],
  pipenv: ['run'],
  bundle: ['exec'],
}

/** Programs that take a script as text, after `-c` or from what they read. */
export const SHELLS: readonly string[] = [
  'sh',
  'bash',
  'zsh',
  'dash',
  'ksh',
  'ash',
  'fish',
  'su',
  'script',
  'pwsh',
  'powershell',
]
