import { useEffect } from 'react'

/** Makes the browser ask before the page is closed with unsaved changes. */
export function useUnsavedWarning(isUnsaved: boolean) {
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
}
