import type { HookContext } from './hook-context.ts'
import { workerCommand } from './worker-command.ts'

/** A turn that ends so soon after another one is settled with the next. */
const SOON_MS = 5_000

/** Starts a process that learns from the session, without waiting for it. Returns whether one is running. */
export async function startWorker(context: HookContext, options: { readonly isLast: boolean }) {
  const { session, now, run, workspace } = context
  const last = Math.max(0, ...session.notes.map(({ settledAt = 0 }) => settledAt))
  if (!options.isLast && now - last < SOON_MS) return true
  const command = workerCommand(context)
  if (command === undefined) return false
  session.note({ agent: '', settledAt: now })
  const { spawn } = await import('node:child_process')
  const [program, ...words] = command
  const worker = spawn(program!, [...words, 'session', 'settle', '--run', run, '--quiet'], {
    cwd: workspace.root,
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    env: context.environment as NodeJS.ProcessEnv,
  })
  worker.on('error', () => undefined)
  worker.unref()
  return true
}
