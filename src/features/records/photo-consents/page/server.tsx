import { renderToStaticMarkup } from 'react-dom/server'
import { PhotosAnswerPage } from '#features/records/photo-consents/page/PhotosAnswerPage.tsx'
import type { PhotosPage } from '#features/records/photo-consents/photos-page.ts'
import { NoSuchLink } from '#ui/OwnerFrame.tsx'

type Shown = { page: PhotosPage; fault?: string | undefined }

/** The markup of the question about photos behind a link; `serve.ts` puts the document around it. Undefined: the page for an invalid link. */
export const render = (shown: Shown | undefined): string => renderToStaticMarkup(shown ? <PhotosAnswerPage {...shown} /> : <NoSuchLink />)
