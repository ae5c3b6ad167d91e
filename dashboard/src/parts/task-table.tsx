import type { TaskRecord } from '../../../src/projection/fold-tasks.ts'
import { linkTo } from '../router.ts'
import { taskName } from '../words.ts'
import { Chip } from './chip.tsx'
import { RunName } from './run-name.tsx'
import type { TableProps } from './table.tsx'
import { Time } from './time.tsx'

const link = ({ run, task }: TaskRecord) => linkTo(`tasks/${run}/${task}`)

/** Tasks as a table has them, each by its last attempt. */
export const TASKS: Omit<TableProps<TaskRecord>, 'rows'> = {
  label: 'Tasks',
  keyOf: ({ run, task }) => `${run} ${task}`,
  linkOf: link,
  columns: [
    { name: 'When', cell: ({ at }) => <Time at={at} /> },
    {
      name: 'Task',
      cell: (task) => (
        <>
          <a href={link(task)}>{taskName(task.task)}</a>
          <small class="one-line">
            <RunName id={task.run} />
          </small>
        </>
      ),
      isWide: true,
    },
    { name: 'Ended', cell: ({ result }) => <Chip of={result} /> },
    { name: 'Attempts', cell: ({ attempts }) => attempts, align: 'right', isExtra: true },
    {
      name: 'Counts as',
      cell: ({ feedback }) => (feedback === undefined ? '–' : <Chip of={feedback.type} />),
    },
  ],
}
