import { MyFrame } from '#app/pages/my/MyFrame.tsx'

/** In place of a page that is not kept on the phone, where there is no signal. */
export const MyNoSignalPage = () => (
  <MyFrame title="No signal" back={{ href: '/my', label: '‹ My horses' }}>
    <p className="text-ink-2">This page isn’t kept on your phone. Your horses, visits and bills are, as you last had them.</p>
    <p className="text-ink-2">For this one, try again when there’s signal.</p>
  </MyFrame>
)
