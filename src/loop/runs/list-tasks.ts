import type { TaskFeedback } from '../../domain/values/outcome.ts'
import { TASK, type TaskRecord, taskId } from '../../projection/fold-tasks.ts'
import type { LoopContext } from '../context.ts'

export interface TaskFilter {
  readonly run?: string
  /** What its course counts as; `unknown` while nobody observed it. */
  readonly feedback?: TaskFeedback
  readonly limit?: number
}

const MOST_READ = 5_000

/** The tasks of which an outcome is known, by their last attempt, newest first. */
export async function listTasks(context: LoopContext, filter: TaskFilter = {}): Promise<TaskRecord[]> {
  const { run, feedback, limit = MOST_READ } = filter
  const documents = await context.journal.list(TASK, {
    states: feedback === undefined ? undefined : [feedback],
    limit: run === undefined ? limit : MOST_READ,
  })
  return documents
    .map(({ body }) => body)
    .filter((task) => run === undefined || task.run === run)
    .slice(0, limit)
}

export async function taskOf(
  { journal }: LoopContext,
  run: string,
  task: string,
): Promise<TaskRecord | undefined> {
  const [document] = await journal.documents([{ kind: TASK, id: taskId(run, task) }])
  return document?.body
}
