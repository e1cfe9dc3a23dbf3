import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useLocation } from 'wouter'
import type { AttentionTold } from '#app/pages/offline/use-attention.ts'
import { RECORD_WORDS } from '#app/record-words.ts'
import type { Expense, Trip } from '#features/office/books/contract.ts'
import type { SmsPreferences } from '#features/records/clients/contract.ts'
import { clientHref } from '#features/records/clients/web/ClientLink.tsx'
import { useClient } from '#features/records/clients/web/data.ts'
import { useHorse } from '#features/records/horses/web/data.ts'
import { useYard } from '#features/records/yards/web/data.ts'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import type { Task } from '#features/visits/tasks/contract.ts'
import type { WorkEntry } from '#features/visits/work/contract.ts'
import type { WorkTemplate } from '#features/visits/work/templates.ts'
import type { SyncedName } from '#lib/synced.ts'
import { keepMine, seeTheirs } from '#platform/web/sync/resolve.ts'
import { useRow } from '#platform/web/use-rows.ts'
import { toast } from '#ui/toast-store.ts'

const AppointmentDialogCard = lazy(() =>
  import('#features/day/booking/web/AppointmentDialogCard.tsx').then((module) => ({ default: module.AppointmentDialogCard })),
)
const TimeOffDialogCard = lazy(() =>
  import('#features/day/days/web/TimeOffDialogCard.tsx').then((module) => ({ default: module.TimeOffDialogCard })),
)
const ExpenseDialog = lazy(() =>
  import('#features/office/books/web/ExpenseDialog.tsx').then((module) => ({ default: module.ExpenseDialog })),
)
const TripDialog = lazy(() => import('#features/office/books/web/TripDialog.tsx').then((module) => ({ default: module.TripDialog })))
const ClientDialog = lazy(() =>
  import('#features/records/clients/web/ClientDialog.tsx').then((module) => ({ default: module.ClientDialog })),
)
const HorseDialog = lazy(() => import('#features/records/horses/web/HorseDialog.tsx').then((module) => ({ default: module.HorseDialog })))
const YardDialog = lazy(() => import('#features/records/yards/web/YardDialog.tsx').then((module) => ({ default: module.YardDialog })))
const WorkDialog = lazy(() => import('#features/visits/work/web/WorkDialog.tsx').then((module) => ({ default: module.WorkDialog })))
const TaskDialog = lazy(() => import('#features/visits/tasks/web/TaskDialog.tsx').then((module) => ({ default: module.TaskDialog })))
const TemplateDialog = lazy(() =>
  import('#features/visits/work/web/TemplateDialog.tsx').then((module) => ({ default: module.TemplateDialog })),
)

type Props = { told: AttentionTold; onClose: () => void }
type FormProps = { id: string; onClose: () => void; onSaved: () => void }

/** The record's own form over the status; where it has none, its screen. Saved as it stood, mine was meant. */
export function EditRecord({ told, onClose }: Props) {
  const { kind, opId, seenRev } = told
  useEffect(() => {
    if (kind === 'conflict') void seeTheirs(opId, seenRev)
  }, [kind, opId, seenRev])
  const onSaved = () => {
    toast({ title: 'Success', description: `${told.title} is settled` })
    if (kind === 'conflict') void keepMine(opId, { seenRev })
  }
  const Form = FORMS[told.entity]
  const { href } = RECORD_WORDS[told.entity]
  if (!Form) return href && <GoTo href={href(told.id)} />
  return (
    <Suspense>
      <Form id={told.id} onClose={onClose} onSaved={onSaved} />
    </Suspense>
  )
}

/** Whether there is somewhere to edit it. */
export const canEdit = (entity: SyncedName): boolean => entity in FORMS || RECORD_WORDS[entity].href !== undefined

const FORMS: Partial<Record<SyncedName, (props: FormProps) => ReactNode>> = {
  clients: ClientForm,
  horses: HorseForm,
  yards: YardForm,
  appointments: VisitForm,
  visit_horses: LineForm,
  time_off: ({ id, onClose }) => <TimeOffDialogCard id={id} onClose={onClose} />,
  work_entries: WorkForm,
  sms_preferences: PreferencesForm,
  tasks: TaskForm,
  work_templates: TemplateForm,
  expenses: ExpenseForm,
  trips: TripForm,
}

function ClientForm({ id, ...props }: FormProps) {
  const client = useClient(id)
  return client && <ClientDialog client={client} {...props} />
}

function HorseForm({ id, ...props }: FormProps) {
  const horse = useHorse(id)
  return horse && <HorseDialog horse={horse} {...props} />
}

function YardForm({ id, ...props }: FormProps) {
  const yard = useYard(id)
  return yard && <YardDialog yard={yard} {...props} />
}

function LineForm({ id, ...props }: FormProps) {
  const line = useRow<VisitHorse>('visit_horses', id)
  return line && <VisitForm id={line.appointmentId} {...props} />
}

function WorkForm({ id, onClose }: FormProps) {
  const entry = useRow<WorkEntry>('work_entries', id)
  const horse = useHorse(entry?.horseId)
  return entry && horse && <WorkDialog horse={horse} entry={entry} onClose={onClose} />
}

function TaskForm({ id, onClose }: FormProps) {
  const task = useRow<Task>('tasks', id)
  return task && <TaskDialog task={task} onClose={onClose} />
}

function ExpenseForm({ id, onClose }: FormProps) {
  const expense = useRow<Expense>('expenses', id)
  return expense && <ExpenseDialog expense={expense} onClose={onClose} />
}

function TripForm({ id, onClose }: FormProps) {
  const trip = useRow<Trip>('trips', id)
  return trip && <TripDialog trip={trip} onClose={onClose} />
}

function TemplateForm({ id, onClose }: FormProps) {
  const template = useRow<WorkTemplate>('work_templates', id)
  return template && <TemplateDialog template={template} onClose={onClose} />
}

/* They have no form of their own: the client's details hold them. */
function PreferencesForm({ id }: FormProps) {
  const row = useRow<SmsPreferences>('sms_preferences', id)
  return row && <GoTo href={clientHref(row.clientId)} />
}

function VisitForm({ id, ...props }: FormProps) {
  const visit = useRow<VisitRow>('appointments', id)
  return visit && <AppointmentDialogCard visit={visit} {...props} />
}

function GoTo({ href }: { href: string }) {
  const [, navigate] = useLocation()
  useEffect(() => navigate(href), [navigate, href])
  return null
}
