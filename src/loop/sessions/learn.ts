import type { LoopContext } from '../context.ts'
import { type PipelineOptions, type PipelineReport, runPipeline } from '../learning/pipeline/run-pipeline.ts'
import { settleGrown } from './settle-session.ts'

/** Runs the steps over what was recorded, and first over what sessions wrote since they were last read. */
export async function learn(context: LoopContext, options?: PipelineOptions): Promise<PipelineReport> {
  if (context.transcripts !== undefined && options?.steps === undefined) await settleGrown(context)
  return runPipeline(context, options)
}
