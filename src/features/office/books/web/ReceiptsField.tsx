import { Camera, FileText, Paperclip, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { type KnownFile, type Looked, lookAt } from '#features/evidence/files/web/data.ts'
import { PhotoStripCard } from '#features/evidence/files/web/PhotoStripCard.tsx'
import { type KnownExpense, removeReceipt } from '#features/office/books/web/data.ts'
import { useReceipts } from '#features/office/books/web/use-books.ts'
import { PhotoInput } from '#platform/web/device/PhotoInput.tsx'
import { serverUrl } from '#platform/web/server-url.ts'
import { Button } from '#ui/Button.tsx'
import { FilePicker } from '#ui/FilePicker.tsx'
import { withToast } from '#ui/with-toast.ts'

type Props = {
  expense: KnownExpense | undefined
  /** Receipts added while the form is open; saving the expense stores them. */
  taken: readonly Looked[]
  onTaken: (taken: readonly Looked[]) => void
}

/** Receipts: photographed with the phone, or a file that came by e-mail. */
export function ReceiptsField({ expense, taken, onTaken }: Props) {
  const kept = useReceipts()?.get(expense?.id ?? '') ?? []
  const [camera, files] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const [fault, setFault] = useState<string>()
  const take = async (chosen: readonly File[]) => {
    const looked = await Promise.all(chosen.map(lookAt))
    setFault(looked.find((one) => typeof one === 'string'))
    onTaken([...taken, ...looked.filter((one) => typeof one !== 'string')])
  }
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button icon={Camera} onClick={() => camera.current?.click()}>
          Photo of the receipt
        </Button>
        <Button variant="quiet" icon={Paperclip} onClick={() => files.current?.click()}>
          File
        </Button>
      </div>
      <PhotoInput ref={camera} label="Photo of the receipt" onPick={(photos) => void take(photos)} />
      <FilePicker
        ref={files}
        label="File of the receipt"
        accept="image/*,application/pdf"
        multiple
        onPick={(chosen) => void take(chosen)}
      />
      <PhotoStripCard photos={kept.filter(({ fileType }) => fileType === 'image')} />
      {(taken.length > 0 || kept.length > 0) && (
        <ul aria-label="Receipts" className="divide-y divide-line rounded-lg border border-line">
          {expense && kept.map((file) => <KeptRow key={file.id} expenseId={expense.id} file={file} />)}
          {taken.map((one) => (
            <Row key={one.id} name={one.fileName} onRemove={() => onTaken(taken.filter(({ id }) => id !== one.id))} />
          ))}
        </ul>
      )}
      {fault && (
        <p role="alert" className="text-14 text-flag-ink">
          {fault}
        </p>
      )}
    </div>
  )
}

const KeptRow = ({ expenseId, file }: { expenseId: string; file: KnownFile }) => (
  <Row
    name={file.fileName}
    href={file.fileUrl && serverUrl(file.fileUrl)}
    onRemove={() => void withToast('Receipt removed', file.fileName, () => removeReceipt(expenseId, file))}
  />
)

type RowProps = { name: string; href?: string | null; onRemove: () => void }

const Row = ({ name, href, onRemove }: RowProps) => (
  <li className="flex items-center gap-2 py-1 pr-1 pl-3">
    <FileText size={20} aria-hidden className="shrink-0 text-ink-2" />
    <span className="min-w-0 flex-1 truncate">
      {href ? (
        <a href={href} download={name} className="link">
          {name}
        </a>
      ) : (
        name
      )}
    </span>
    <Button variant="quiet" size="icon" icon={X} aria-label={`Remove ${name}`} onClick={onRemove} />
  </li>
)
