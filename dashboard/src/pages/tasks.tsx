import type { TaskRecord } from '../../../src/projection/fold-tasks.ts'
import { Choice, Filters } from '../parts/filters.tsx'
import { Page } from '../parts/page.tsx'
import { ShowMore } from '../parts/show-more.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { TaskTable } from '../parts/task-table.tsx'
import { useResource } from '../resource.ts'
import { place } from '../router.ts'

const PAGE = 50

/** Tasks of runs by their last attempt, newest first. */
export function Tasks() {
  const { feedback, limit: asked = String(PAGE) } = place.value.query
  const limit = Number(asked)
  const tasks = useResource<TaskRecord[]>('tasks', { feedback, limit: limit + 1 })
  return (
    <Page title="Tasks" lead="The pieces of work of runs, how they ended, and what that says of what was shown.">
      <Filters>
        <Choice name="feedback" label="Counts as" options={['helpful', 'neutral', 'harmful', 'unknown']} />
      </Filters>
      <Shown of={tasks} lines={12}>
        {(found) =>
          found.length === 0 ? (
            <Empty title="No task fits.">
              <code>mettle outcome record --task TASK --help</code>
            </Empty>
          ) : (
            <>
              <TaskTable of={found.slice(0, limit)} />
              <ShowMore found={found.length} limit={limit} step={4 * PAGE} />
            </>
          )
        }
      </Shown>
    </Page>
  )
}
