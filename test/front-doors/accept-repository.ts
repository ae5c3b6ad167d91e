import { type CliSetting, runCli } from './run-cli.ts'

/** A person looks at what the repository brings along, and accepts all of it. */
export async function acceptRepository(setting: CliSetting): Promise<void> {
  const { all } = JSON.parse((await runCli(['trust', '--json'], setting)).stdout) as { all: string }
  const { exitCode, stderr } = await runCli(['trust', 'accept', all], setting)
  if (exitCode !== 0) throw new Error(stderr)
}
