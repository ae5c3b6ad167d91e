import type { CliEnvironment, Writer } from '../cli-environment.ts'

/** Commands that only answer: nothing is asked after what they print. */
const ANSWERS = /(?:^| )(?:list|show|why|history|diff)$|^(?:report|timeline|config|insights|backtest|docs)\b/

/** Pages an answer that is longer than the screen. Output for a program or an agent, and everything under `--json`, is written directly. */
export function pagedOutput(
  surroundings: CliEnvironment,
  { name, json }: { readonly name: string; readonly json: boolean },
): { readonly stdout: Writer; end(): Promise<void> } {
  const { stdout, stdin, environment } = surroundings
  const command = pagerOf(environment)
  const { rows } = stdout
  if (json || !stdout.isTerminal || !stdin.isTerminal || rows === undefined || command === '' || !ANSWERS.test(name))
    return { stdout, end: async () => undefined }
  let text = ''
  return {
    stdout: {
      ...stdout,
      write: (more) => {
        text += more
      },
    },
    end: async () => {
      const isLong = text.split('\n').length > rows
      if (!isLong || !(await surroundings.person.isThere()) || !(await page(command, text, environment)))
        stdout.write(text)
    },
  }
}

/** `METTLE_PAGER`, else `PAGER`, else `less` where that is usual; empty or `cat`: none. */
function pagerOf({ METTLE_PAGER, PAGER }: CliEnvironment['environment']): string {
  const command = METTLE_PAGER ?? PAGER ?? (process.platform === 'win32' ? '' : 'less')
  return command === 'cat' ? '' : command
}

/** False if there is no such program. */
async function page(command: string, text: string, environment: CliEnvironment['environment']) {
  const { spawnSync } = await import('node:child_process')
  // The options that git sets: keep colours, exit on a short text, and leave the text on the screen.
  const env = { LESS: 'FRX', ...environment }
  const { status, error } = spawnSync(command, { shell: true, input: text, stdio: ['pipe', 'inherit', 'inherit'], env })
  return error === undefined && status !== 126 && status !== 127
}
