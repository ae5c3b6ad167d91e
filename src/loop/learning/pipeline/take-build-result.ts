import { digest } from '../../../domain/digest.ts'
import { idProblem } from '../../../domain/id.ts'
import { recordBuild } from '../../runs/record-build.ts'
import type { Step } from './step.ts'

/**
 * Takes over what a build validator left in `.learnings/build-result.json`. What was recorded with `mettle build record` is in the
 * journal already, and its iteration with it.
 */
export const mergeBuild: Step = async ({ context, workshop }) => {
  if (workshop === undefined) return { skipped: 'the loop was opened without a folder to look at' }
  const text = workshop.learningsFile('build-result.json')
  if (text === undefined) return { done: 0, what: 'no build result waits' }
  const result = readResult(text)
  if (result === undefined)
    throw new Error('.learnings/build-result.json names no run_id with a status of passed or failed')
  const { duplicate } = await recordBuild(context, { ...result, key: digest(text).slice(0, 24) })
  const what = `${result.run}: ${result.passed ? 'passed' : 'failed'}`
  return duplicate ? { done: 0, what: 'known before' } : { done: 1, what }
}

function readResult(text: string): { run: string; passed: boolean; iteration?: number } | undefined {
  try {
    const { status, run_id: run, iteration } = JSON.parse(text) as Record<string, unknown>
    const passed = /pass/i.test(String(status))
    if (typeof run !== 'string' || idProblem(run) !== undefined || !(passed || /fail/i.test(String(status))))
      return undefined
    const number = Number(iteration)
    return { run, passed, iteration: Number.isInteger(number) && number >= 1 ? number : undefined }
  } catch {
    return undefined
  }
}
