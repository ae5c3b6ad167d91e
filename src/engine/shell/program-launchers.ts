/** A program that starts another one, named in its own arguments. */
export interface Launcher {
  /** The number of its own words before the program: `timeout 10 git push` has one. */
  readonly words: number
  /** Its options that take a value in the next word. */
  readonly valued: readonly string[]
}

/** Programs that run the program after them, which is the one that counts. Each line: their names, the number of their own words before that program, and their options that take a value. */
const LINES = `sudo|doas|pkexec|run0 0 -u -g -h -p -C -T -r -t -D -R -U --user --group
env 0 -u -C --unset --chdir
command|builtin|nohup|setsid|chronic|busybox|toybox|tsx|bunx|pnpx|uvx|unshare|cross-env|shx|fakeroot|unbuffer|rlwrap|caffeinate|torsocks|dbus-run-session|tini|dumb-init|winpty|wsl|corepack|dotenv-cli|env-cmd|entr 0
exec 0 -a
time 0 -f -o
nice 0 -n
ionice 0 -c -n
stdbuf 0 -i -o -e
timeout 1 -k -s --kill-after --signal
watch 0 -n --interval
xargs 0 -I -n -P -L -d -a -E -s --max-args --max-procs
parallel 0 -j --jobs -a --colsep -I
strace|ltrace 0 -e -o -p -s
flock 1 -w -E --timeout --conflict-exit-code
taskset 1 -p
chrt|cmd|chroot|gosu|su-exec|faketime|cgexec 1
node 0 -r --require --import --loader --env-file
npx 0 -p --package -w --workspace
systemd-run 0 -p -u -E --unit --property --uid --gid --setenv --on-active --on-calendar
watchexec|dotenv|xvfb-run|firejail|proxychains4|prlimit 0 -e -w -n -s -f
nsenter|setpriv|numactl 0 -t -S -G -N -m`

/** Words of the shell itself that a command may follow. */
const KEYWORDS = 'if then elif else while until do ! {'

let launchers: ReadonlyMap<string, Launcher> | undefined

export function launcherOf(program: string): Launcher | undefined {
  launchers ??= new Map(
    `${KEYWORDS.replaceAll(' ', '|')} 0\n${LINES}`.split('\n').flatMap((line) => {
      const [names = '', words, ...valued] = line.split(' ')
      return names.split('|').map((name) => [name, { words: Number(words), valued }] as const)
    }),
  )
  return launchers.get(program)
}

/** Commands of a program that start another one, named after them. */
export const INNER_COMMANDS: Readonly<Record<string, string>> = {
  git: 'submodule foreach,bisect run',
  npm: 'exec,x',
  pnpm: 'exec,dlx',
  yarn: 'exec,dlx,run',
  bun: 'x',
  deno: 'run',
  poetry: 'run',
  uv: 'run,tool run',
  pipenv: 'run',
  bundle: 'exec',
}

/** Programs that take a script as text, after `-c` or from their input. */
export const SHELLS =
  /^(?:(?:ba|z|da|k|a|fi|mk|tc|c|o|y|xon)?sh|nu|elvish|su|runuser|sg|capsh|script|pwsh|powershell|at|batch)$/

/** Programs that may have a command in an option, a setting or a text; their details are loaded when one is started. */
export const HOLDERS =
  /^(?:tmux|screen|expect|make|gmake|tar|bsdtar|gtar|rsync|ssh|scp|sftp|zip|n?vim?|view|ex|less|more|just|npm|pnpm|gdb|lldb|g?sed|psql|mysql|mariadb|sqlite3|sort|split|rg|fzf|socat|ncat?|man|hyperfine|concurrently|nodemon|chokidar|nix(?:-shell)?|direnv|op|mise|rtx|asdf|pyenv|rbenv|nvm|fnm|volta|conda|mamba|micromamba|hatch|pdm|rye|pixi|pipx|dotenvx|doppler|infisical|teller|aws-vault|chamber|sops|devbox|guix|flatpak|distrobox|toolbox|ip|perf|xterm|gnome-terminal|konsole|alacritty|kitty|wezterm|pm2|ansible|start-stop-daemon|runuser|script|gh)$/
