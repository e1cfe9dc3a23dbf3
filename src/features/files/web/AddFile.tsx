import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { type FileType, PICKED, TYPE_LABELS, TYPES_OF, UPLOADER_LABELS } from '#features/files/rules.ts'
import { keepHorseFile } from '#features/files/web/data.ts'
import type { CurrentUser } from '#features/practice/contract.ts'
import { useSession } from '#platform/web/session.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Props = { horse: { id: string; name: string }; onClose: () => void }

const TYPES = TYPES_OF.farrier.map((value) => ({ value, label: TYPE_LABELS[value] }))

/** Spec §4 File upload card: choose a type, optionally write a description, choose a file. It is kept on this device before it is sent. */
export function AddFile({ horse, onClose }: Props) {
  const [type, setType] = useState<FileType | ''>('')
  const [description, setDescription] = useState('')
  const [fault, setFault] = useState<string>()
  const [isKeeping, setKeeping] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const memberId = useSession<CurrentUser>().user?.memberId ?? ''
  const keep = async (file: File | undefined) => {
    if (!file || !type) return
    setKeeping(true)
    const problem = await keepHorseFile(horse, { file, type, description, memberId })
    setKeeping(false)
    setFault(problem)
    if (!problem) onClose()
  }
  return (
    <Card title="Add a file" action={<Badge>{UPLOADER_LABELS.farrier}</Badge>} padded>
      <div className="grid gap-4">
        <Field label="File type" required error={fault}>
          <Select
            options={TYPES}
            placeholder="Choose a type"
            value={type}
            disabled={isKeeping}
            onChange={({ target }) => {
              setType(target.value as FileType | '')
              setFault(undefined)
            }}
          />
        </Field>
        {type && (
          <Field label="Description" optional>
            <TextInput value={description} maxLength={2000} onChange={({ target }) => setDescription(target.value)} />
          </Field>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            icon={Upload}
            disabled={!type}
            busy={isKeeping}
            busyLabel="Keeping..."
            onClick={() => picker.current?.click()}
          >
            Choose a file
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
        <input
          ref={picker}
          type="file"
          hidden
          aria-label={`File of ${horse.name}`}
          accept={type ? PICKED[type] : ''}
          onChange={({ target }) => {
            void keep(target.files?.[0])
            // The same file may be chosen again.
            target.value = ''
          }}
        />
      </div>
    </Card>
  )
}
