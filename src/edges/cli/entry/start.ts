import { processEnvironment } from '../process-environment.ts'
import { main } from './main.ts'

/** Runs the process's own command line; the exit code waits until everything is written. */
export async function start(version: string): Promise<void> {
  process.exitCode = await main(process.argv.slice(2), processEnvironment(version))
}
