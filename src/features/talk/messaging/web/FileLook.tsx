import { sizeWords } from '#features/evidence/files/rules.ts'
import type { KnownFile } from '#features/evidence/files/web/data.ts'
import { usePhoto } from '#features/evidence/files/web/use-photo.ts'
import { serverUrl } from '#platform/web/server-url.ts'
import { FullScreen } from '#ui/FullScreen.tsx'

/** A photo of a message at full screen; of a film its first picture, and a button to open the film. */
export function FileLook({ file, onClose }: { file: KnownFile; onClose: () => void }) {
  const url = usePhoto(file, 'picture')
  return (
    <FullScreen title={file.fileName} subtitle={sizeWords(file.fileSize)} isDark onClose={onClose}>
      <div className="grid min-h-0 flex-1 place-items-center p-4">
        {url && <img src={url} alt={file.fileName} className="max-h-full max-w-full object-contain" />}
        {url === null && <p>This is on the server. It opens when you have signal.</p>}
      </div>
      {file.fileUrl && (
        <p className="p-4 text-center">
          <a href={serverUrl(file.fileUrl)} download={file.fileName} className="underline">
            {file.mime.startsWith('video/') ? 'Save the video' : 'Save the photo'}
          </a>
        </p>
      )}
    </FullScreen>
  )
}
