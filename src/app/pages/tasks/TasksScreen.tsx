import { CareToDoPanel } from '#features/visits/care/web/CareToDoPanel.tsx'
import { TasksPage } from '#features/visits/tasks/web/TasksPage.tsx'

/** Tasks, and above them what vets and para-professionals wrote that waits. */
export const TasksScreen = () => <TasksPage above={<CareToDoPanel />} />
