import { CircleAlert, Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ACCEPTED_WORDS, type FileType, TYPE_LABELS, TYPES_OF, UPLOADER_LABELS } from '#features/evidence/files/rules.ts'
import { type Refusal, refusalOf } from '#features/evidence/files/web/accept.ts'
import { MakerFields } from '#features/evidence/files/web/MakerFields.tsx'
import { useFileUpload } from '#features/evidence/files/web/use-file-upload.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { toast } from '#ui/toast-store.ts'

const UploadWidget = lazy(() =>
  import('#features/evidence/files/web/UploadWidget.tsx').then((module) => ({ default: module.UploadWidget })),
)

/** A horse with the people who may have made files of it. */
export type HorseOfFiles = { id: string; name: string; ownerName?: string | null; vetName?: string | null }
type Props = { horse: HorseOfFiles; onClose: () => void }

/**
 * Spec §2 and §4 File upload card: choose who made the file and its type, write a description, choose the file, and it goes; then type,
 * description and picker are as at the start. The file is kept on this device before anything is sent.
 */
export function FileUploadCard({ horse, onClose }: Props) {
  const upload = useFileUpload(horse)
  const { maker, type, isUnderWay, refusal } = upload
  return (
    <Card title="Add a file" action={<Badge>{UPLOADER_LABELS[maker.by]}</Badge>} padded>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <MakerFields
          maker={maker}
          known={{ vet: horse.vetName ?? null, client: horse.ownerName ?? null }}
          disabled={isUnderWay}
          onChange={upload.changeMaker}
        />
        <Field label="File type" required>
          <Select
            options={TYPES_OF[maker.by].map((value) => ({ value, label: TYPE_LABELS[value] }))}
            placeholder="Choose a type"
            value={type}
            disabled={isUnderWay}
            onChange={({ target }) => upload.chooseType(target.value as FileType | '')}
          />
        </Field>
        {type && <Choosing key={`${maker.by} ${type}`} type={type} upload={upload} />}
        {refusal && <Refused refusal={refusal} />}
        <div className="flex flex-wrap gap-2">
          <Button onClick={type ? upload.cancel : onClose}>{type ? 'Cancel' : 'Close'}</Button>
          {isUnderWay && (
            <Button icon={Plus} onClick={upload.leave}>
              Add another while it sends
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}

function Choosing({ type, upload }: { type: FileType; upload: ReturnType<typeof useFileUpload> }) {
  const { maker, isUnderWay } = upload
  return (
    <>
      <Field label="Description" optional>
        <TextInput
          value={upload.description}
          maxLength={2000}
          disabled={isUnderWay}
          onChange={({ target }) => upload.setDescription(target.value)}
        />
      </Field>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        <p className="text-14 text-ink-2">{`One file at a time: ${ACCEPTED_WORDS[type]}, at most 100 MB.`}</p>
        <Suspense fallback={<div className="h-42 rounded-lg bg-sunken" />}>
          <UploadWidget
            type={type}
            isReceived={maker.by !== 'farrier'}
            receivedFrom={maker.name}
            refusalOf={(file) => refusalOf(file, type, maker.by)}
            onRefused={upload.refuse}
            onNamed={(name) => upload.changeMaker({ ...maker, name })}
            keep={(file) => upload.keep(file, type)}
            onWaiting={() => {
              upload.reset()
              toast({ title: 'Kept on this device', description: "It goes to the server automatically when there's signal." })
            }}
            onSent={upload.leave}
            onReady={upload.setWidget}
          />
        </Suspense>
      </div>
    </>
  )
}

const Refused = ({ refusal: { words, isOfPlan } }: { refusal: Refusal }) => (
  <p role="alert" className="flex items-start gap-1.5 font-medium text-flag-ink">
    <CircleAlert size={16} aria-hidden className="mt-1 shrink-0" />
    <span>
      {words}
      {isOfPlan && (
        <>
          {' '}
          <a className="link" href="/pricing">
            See the plans
          </a>
        </>
      )}
    </span>
  </p>
)
