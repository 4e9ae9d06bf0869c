/** What stands around every page. */
export const Layout = ({ isBusy, children }: { isBusy: boolean; children: React.ReactNode }) => (
  <div id="app" aria-busy={isBusy}>
    <main id="main" tabIndex={-1}>
      {children}
    </main>
  </div>
)
