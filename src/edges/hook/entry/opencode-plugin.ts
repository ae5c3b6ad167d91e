import { findWorkspace } from '../../../machine/files/workspace.ts'
import type { HookAnswer, HookCall } from '../../agents/hook-call.ts'
import { countFailure } from '../count-failure.ts'
import { mettleIn } from '../mettle-in.ts'
import { type OpencodeCommand, opencodeHooks } from '../opencode-hooks.ts'
import { workerCommand } from '../worker-command.ts'
import { answerCall } from './answer-hook.ts'

/** Written in by the build: the commands of the plugin in opencode's form. */
declare const OPENCODE_COMMANDS: Readonly<Record<string, OpencodeCommand>>

/** Mettle's opencode plugin; opencode calls it once for every folder it works in. */
export async function Mettle({ directory }: { readonly directory: string }) {
  return opencodeHooks({ directory, answer, commands: OPENCODE_COMMANDS, server: serverIn(directory) })
}

function serverIn(directory: string): readonly string[] | undefined {
  const workspace = findWorkspace(directory)
  if (mettleIn(workspace) === 'nothing') return undefined
  const command = workerCommand({ workspace, environment: process.env })
  return command === undefined ? undefined : [...command, 'mcp', '--tools', 'core']
}

/** Errors are counted, and the agent continues. */
async function answer(call: HookCall, form: string): Promise<HookAnswer> {
  const environment = process.env
  try {
    return await answerCall(call, { environment, now: Date.now(), sent: form })
  } catch (error) {
    await countFailure(error, environment, call.cwd)
    return {}
  }
}
