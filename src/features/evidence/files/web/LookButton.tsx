import { ChartLine, ScanEye } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import type { Attachment } from '#features/evidence/files/contract.ts'
import { type KnownFile, useFilesOf } from '#features/evidence/files/web/data.ts'
import { useMarkBook } from '#features/evidence/radiographs/web/use-mark-book.ts'
import { openFile } from '#platform/web/files/opened-files.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { toast } from '#ui/toast-store.ts'

const RadiographPanel = lazy(() =>
  import('#features/evidence/radiographs/web/RadiographPanel.tsx').then((module) => ({ default: module.RadiographPanel })),
)
const GaitPanel = lazy(() => import('#features/evidence/gait/web/GaitPanel.tsx').then((module) => ({ default: module.GaitPanel })))

type Props = { file: KnownFile; horse: { id: string; name: string } }

/** Opens what has a screen of its own: a radiograph, a table of gait. Opened once, it opens without a signal too. */
export function LookButton({ file, horse }: Props) {
  const [blob, setBlob] = useState<Blob>()
  const [isFetching, setFetching] = useState(false)
  const isGait = isGaitTable(file)
  if (!isGait && !isFilm(file)) return null
  const open = async () => {
    setFetching(true)
    const bytes = await bytesOf(file).catch(() => undefined)
    setFetching(false)
    if (bytes) return setBlob(bytes)
    toast({ title: 'No connection', description: `${file.fileName} is on the server. Open it when you have signal.` })
  }
  const Look = isGait ? Gait : Film
  return (
    <>
      <Button
        variant="quiet"
        size="icon"
        icon={isGait ? ChartLine : ScanEye}
        busy={isFetching}
        aria-label={`Look at ${file.fileName}`}
        onClick={() => open()}
      />
      {blob && (
        <Suspense>
          <Look file={file} horse={horse} blob={blob} onClose={() => setBlob(undefined)} />
        </Suspense>
      )}
    </>
  )
}

type LookProps = Props & { blob: Blob; onClose: () => void }

function Film({ file, horse, blob, onClose }: LookProps) {
  const role = useSession<CurrentUser>().user?.role
  const others = useFilesOf(horse.id)?.filter((other) => isFilm(other) && other.id !== file.id) ?? []
  const book = useMarkBook(horse.id)
  if (!book) return null
  return (
    <RadiographPanel
      id={file.id}
      blob={blob}
      labels={{ ...file, horseName: horse.name }}
      others={others.map((other) => ({ id: other.id, label: other.fileName, load: () => bytesOf(other) }))}
      mayReadPatient={may(role, 'changeRecords')}
      book={book}
      onClose={onClose}
    />
  )
}

function Gait({ file, horse, blob, onClose }: LookProps) {
  const others = useFilesOf(horse.id)?.filter(({ fileType }) => fileType === 'gait-analysis') ?? []
  const beside = others.flatMap((other) => {
    const kind = other.mime === 'application/pdf' ? ('pdf' as const) : other.mime.startsWith('video/') ? ('video' as const) : undefined
    return kind ? [{ id: other.id, label: other.fileName, kind, load: () => bytesOf(other) }] : []
  })
  return <GaitPanel blob={blob} title={file.fileName} subtitle={horse.name} beside={beside} onClose={onClose} />
}

const isFilm = ({ fileType, mime }: Pick<Attachment, 'fileType' | 'mime'>) => fileType === 'radiograph' || mime === 'application/dicom'

const isGaitTable = ({ fileType, mime }: Pick<Attachment, 'fileType' | 'mime'>) => fileType === 'gait-analysis' && mime.startsWith('text/')

const bytesOf = ({ fileId, fileUrl }: KnownFile): Promise<Blob> =>
  fileId && fileUrl ? openFile(fileId, fileUrl) : Promise.reject(new Error('the file is gone'))
