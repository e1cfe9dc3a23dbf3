import { MyFrame } from '#app/pages/my/MyFrame.tsx'

/** One page for anything that is not theirs, and for what never was. */
export const MyNotFoundPage = () => (
  <MyFrame title="There’s nothing here" place="home" back={{ href: '/my', label: '‹ My horses' }}>
    <p className="text-ink-2">It may have been removed, or it isn’t shared with you any more. If you need it, ring or text your farrier.</p>
  </MyFrame>
)
