import { Unfit, useUpload } from '#features/office/imports/web/data.ts'
import { FileDrop } from '#features/office/imports/web/FileDrop.tsx'
import { PastImportsCard } from '#features/office/imports/web/PastImportsCard.tsx'
import { sentenceOf } from '#platform/web/api.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { Card } from '#ui/Card.tsx'
import { OfflineState } from '#ui/EmptyState.tsx'
import { Note } from '#ui/Note.tsx'
import { Tabs } from '#ui/Tabs.tsx'

type Props = { zone: string; onGo: (id: string) => void }

/** The first step: choosing a file, help with getting one, and past imports. */
export function ChooseFile({ zone, onGo }: Props) {
  const upload = useUpload((found) => onGo(found.id))
  const reachable = useReachable()
  return (
    <>
      {reachable ? (
        <FileDrop isReading={upload.isPending} onChoose={(file) => upload.mutate(file)} />
      ) : (
        <Card>
          <OfflineState title="No connection">Files are read and imported on the server. Come back when you have signal.</OfflineState>
        </Card>
      )}
      {upload.error && (
        <Note tone="late" live>
          {upload.error instanceof Unfit ? upload.error.message : sentenceOf(upload.error)} Nothing was changed.
        </Note>
      )}
      <PastImportsCard zone={zone} onOpen={onGo} />
      <HowTo />
    </>
  )
}

const HowTo = () => (
  <Card title="Where to find the file" padded>
    <Tabs
      label="Where it comes from"
      tabs={[
        { value: 'sheet', label: 'Spreadsheet', content: <Steps steps={SHEET} /> },
        { value: 'contacts', label: 'Contacts', content: <Steps steps={CONTACTS} /> },
        { value: 'diary', label: 'Diary', content: <Steps steps={DIARY} /> },
      ]}
    />
  </Card>
)

const Steps = ({ steps }: { steps: readonly string[] }) => (
  <ul className="grid list-disc gap-2 pl-5">
    {steps.map((step) => (
      <li key={step}>{step}</li>
    ))}
  </ul>
)

const SHEET = [
  'One row per horse, with its owner, phone, yard, last visit, weeks and price. Or one row per client or yard. The columns can be called anything.',
  'Excel: File, Save As, CSV UTF-8.',
  'Google Sheets: File, Download, CSV.',
  'Another program: look for Export, and choose CSV.',
] as const
const CONTACTS = [
  'iPhone: Contacts, Lists, hold a list, Export. Send yourself the file.',
  'Android and Google: contacts.google.com, Export, vCard or Google CSV.',
  'Outlook: People, Manage, Export contacts.',
] as const
const DIARY = [
  'Google Calendar: Settings, Import and export, Export. Unzip and choose the .ics.',
  'iPhone: icloud.com, Calendar, share as public, and open the link in a browser.',
  'Outlook: File, Save Calendar. We read a year back and a year ahead.',
] as const
