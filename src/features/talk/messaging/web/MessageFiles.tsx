import { FileText, Film, ImageOff } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { isPictured, sizeWords } from '#features/evidence/files/rules.ts'
import type { KnownFile } from '#features/evidence/files/web/data.ts'
import { usePhoto } from '#features/evidence/files/web/use-photo.ts'
import { type UploadState, useUploads } from '#platform/web/files/uploads.ts'
import { serverUrl } from '#platform/web/server-url.ts'

const FileLook = lazy(() => import('#features/talk/messaging/web/FileLook.tsx').then((module) => ({ default: module.FileLook })))

/** The files of a message: photos as pictures, the others by name. */
export function MessageFiles({ files }: { files: readonly KnownFile[] }) {
  const uploads = useUploads()
  const [shown, show] = useState<KnownFile>()
  return (
    <>
      <ul className="mb-1 grid gap-1.5">
        {files.map((file) => (
          <li key={file.id}>
            {isPictured(file.mime) ? <Photo file={file} onLook={show} /> : <Named file={file} />}
            <OnItsWay upload={uploads.get(file.fileId ?? '')} />
          </li>
        ))}
      </ul>
      {shown && (
        <Suspense>
          <FileLook file={shown} onClose={() => show(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function Photo({ file, onLook }: { file: KnownFile; onLook: (file: KnownFile) => void }) {
  const url = usePhoto(file, 'thumbnail')
  const Icon = file.mime.startsWith('video/') ? Film : ImageOff
  return (
    <button
      type="button"
      aria-label={`Look at ${file.fileName}`}
      onClick={() => onLook(file)}
      className="grid h-[132px] w-[200px] max-w-full place-items-center overflow-hidden rounded-md bg-sunken text-ink-2"
    >
      {url ? <img src={url} alt="" className="size-full object-cover" /> : url === null && <Icon size={24} aria-hidden />}
    </button>
  )
}

const Named = ({ file }: { file: KnownFile }) => (
  <a href={file.fileUrl ? serverUrl(file.fileUrl) : undefined} download={file.fileName} className="flex items-center gap-2 underline">
    <FileText size={20} aria-hidden className="shrink-0" />
    <span className="wrap-anywhere">{`${file.fileName}, ${sizeWords(file.fileSize)}`}</span>
  </a>
)

function OnItsWay({ upload }: { upload: UploadState | undefined }) {
  if (!upload || upload.state === 'stored') return null
  if (upload.problem) return <p className="text-14">{upload.problem}</p>
  return (
    <p className="text-14">
      {upload.isHeld ? 'Waiting for Wi-Fi' : upload.state === 'uploading' ? 'Sending the file' : 'The file waits to be sent'}
    </p>
  )
}
