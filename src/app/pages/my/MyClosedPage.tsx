import { MyFrame } from '#app/pages/my/MyFrame.tsx'

/** After an account was closed. */
export const MyClosedPage = () => (
  <MyFrame title="Your account is closed">
    <p>You’re signed out everywhere. Your farriers have been told, and keep their own records of your horses and bills.</p>
    <p className="text-ink-2">If you need anything, ring or text your farrier.</p>
  </MyFrame>
)
