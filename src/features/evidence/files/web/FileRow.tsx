import { FileText, Film, ImageIcon, ScanLine } from 'lucide-react'
import type { CurrentUser, Member } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import { filedAt, sizeWords, TYPE_LABELS, UPLOADER_LABELS } from '#features/evidence/files/rules.ts'
import type { KnownFile } from '#features/evidence/files/web/data.ts'
import { RemoveButton, SaveButton, ShareSwitch } from '#features/evidence/files/web/FileActions.tsx'
import { LookButton } from '#features/evidence/files/web/LookButton.tsx'
import { OnItsWay } from '#features/evidence/files/web/OnItsWay.tsx'
import { useIsHere } from '#features/evidence/files/web/use-photo.ts'
import { currentTime } from '#lib/clock.ts'
import { dayAndYear, dayOf } from '#lib/dates.ts'
import type { UploadState } from '#platform/web/files/uploads.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { useRow } from '#platform/web/use-rows.ts'
import { PendingMark } from '#ui/PendingMark.tsx'

type Props = { file: KnownFile; horse: { id: string; name: string }; upload: UploadState | undefined }

const ICONS = { image: ImageIcon, video: Film, scan: ScanLine, radiograph: ScanLine, 'gait-analysis': FileText, document: FileText }

/** One file: what it is, who made it and when, how far it has got; looking at it, saving it, showing it to the owner, taking it off record. */
export function FileRow({ file, horse, upload }: Props) {
  const Icon = ICONS[file.fileType]
  const user = useSession<CurrentUser>().user
  const isOnItsWay = upload !== undefined && upload.state !== 'stored'
  // An apprentice puts right what they filed themselves.
  const mayChange = file.filedBy === user?.memberId || may(user?.role, 'changeRecords')
  return (
    <li className="grid gap-2 px-4 py-3">
      <div className="flex items-start gap-3">
        <Icon size={20} aria-hidden className="mt-1 shrink-0 text-ink-2" />
        <div className="min-w-0 flex-1">
          <p className="font-bold [overflow-wrap:anywhere]">{file.fileName}</p>
          <p className="text-14 text-ink-2">{`${TYPE_LABELS[file.fileType]}, ${sizeWords(file.fileSize)}`}</p>
          <Made file={file} />
          <OfVet file={file} />
          {file.description && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{file.description}</p>}
          {!isOnItsWay && <PendingMark isPending={file.isPending} needsAttention={file.needsAttention} wordy />}
          {!isOnItsWay && <OnServerAlone file={file} />}
        </div>
      </div>
      {isOnItsWay && <OnItsWay file={file} upload={upload} />}
      <div className="flex flex-wrap items-center justify-end gap-x-1">
        {mayChange && (
          <div className="mr-auto">
            <ShareSwitch file={file} />
          </div>
        )}
        <LookButton file={file} horse={horse} />
        <SaveButton file={file} />
        {mayChange && <RemoveButton file={file} isOnItsWay={isOnItsWay} />}
      </div>
    </li>
  )
}

/** Who made it and when: `From Jane Ockham, Veterinarian, taken 6 Oct 2026`. */
function Made({ file }: { file: KnownFile }) {
  const user = useSession<CurrentUser>().user
  const member = useRow<Member>('members', file.filedBy)
  const filer = file.filedBy === user?.memberId ? 'you' : (member?.name ?? 'the practice')
  const from = file.filedBy === null ? `From ${makerWords(file)}` : `From ${makerWords(file)}, filed by ${filer}`
  const who = file.uploadedBy === 'farrier' ? `By ${filer}` : from
  const filed = filedAt(file.id)
  const when = file.takenOn
    ? `, taken ${dayAndYear(file.takenOn)}`
    : filed
      ? `, filed ${dayAndYear(dayOf(filed, user?.practice.zone ?? 'Europe/London'))}`
      : ''
  return (
    <p className="text-14 text-ink-2">
      {who}
      {when}
    </p>
  )
}

/** Who may see it, as chosen by the vet or para-professional who sent it themselves. */
function OfVet({ file }: { file: KnownFile }) {
  const user = useSession<CurrentUser>().user
  const isTheirs = file.filedBy === null && (file.uploadedBy === 'vet' || file.uploadedBy === 'para-professional')
  if (!isTheirs) return null
  const today = dayOf(currentTime(), user?.practice.zone ?? 'Europe/London')
  const isKept = file.ownerSeesFrom && file.ownerSeesFrom > today
  return (
    <p className="text-14">
      {isKept &&
        file.ownerSeesFrom &&
        `Kept from the owner until the vet has spoken to them, ${dayAndYear(file.ownerSeesFrom)} at the latest. `}
      {file.mayPassOn ? 'May be passed on.' : 'Not to be passed on without asking them.'}
    </p>
  )
}

const makerWords = ({ receivedFrom, uploadedBy }: KnownFile): string =>
  receivedFrom ? `${receivedFrom} (${UPLOADER_LABELS[uploadedBy]})` : UPLOADER_LABELS[uploadedBy]

/** Shown offline for a file that is not on this device. */
function OnServerAlone({ file }: { file: KnownFile }) {
  const reachable = useReachable()
  const isHere = useIsHere(file, !reachable)
  if (reachable || isHere !== false) return null
  return <p className="text-14">On the server. Open it when you have signal.</p>
}
