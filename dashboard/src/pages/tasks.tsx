import type { TaskRecord } from '../../../src/projection/fold-tasks.ts'
import { Choice, Filters } from '../parts/filters.tsx'
import { Page } from '../parts/page.tsx'
import { PagedTable } from '../parts/paged-table.tsx'
import { pageQuery } from '../parts/pager.tsx'
import { Empty } from '../parts/states.tsx'
import { TASKS } from '../parts/task-table.tsx'
import { useRows } from '../resource.ts'
import { place } from '../router.ts'

/** Tasks of runs by their last attempt, newest first. */
export function Tasks() {
  const { feedback } = place.value.query
  const tasks = useRows<TaskRecord>('tasks', { feedback, ...pageQuery() })
  return (
    <Page
      title="Tasks"
      lead="What runs worked on, how it ended, and what that says about the patterns they were shown."
    >
      <Filters>
        <Choice name="feedback" label="Counts as" options={['helpful', 'neutral', 'harmful', 'unknown']} />
      </Filters>
      <PagedTable
        {...TASKS}
        of={tasks}
        empty={
          <Empty title={feedback === undefined ? 'No task is recorded yet.' : 'No task matches.'}>
            <code>mettle outcome record --task TASK --help</code>
          </Empty>
        }
      />
    </Page>
  )
}
