import { CareToDoPanel } from '#features/visits/care/web/CareToDoPanel.tsx'
import { useWaitingNotes } from '#features/visits/care/web/use-care-notes.ts'
import { ToDoCard } from '#features/visits/tasks/web/ToDoCard.tsx'

const SHOWN = 3

/** What is to do, and above it what vets and para-professionals wrote that waits. */
export const HomeToDoCard = () => <ToDoCard above={useWaitingNotes()?.length ? <CareToDoPanel most={SHOWN} /> : undefined} />
