type Widget = {
  sitekey: string
  theme: 'light' | 'dark'
  callback(token: string): void
  'expired-callback'(): void
  'error-callback'(): void
}
type Recaptcha = { ready(then: () => void): void; render(place: HTMLElement, widget: Widget): number }

let loading: Promise<Recaptcha> | undefined

/** Loads Google's script once. Throws when it does not load. */
export function loadRecaptcha(script: string): Promise<Recaptcha> {
  loading ??= new Promise<Recaptcha>((resolve, reject) => {
    const element = document.createElement('script')
    element.src = `${script}?render=explicit`
    element.onload = () => {
      const { grecaptcha } = window as unknown as { grecaptcha: Recaptcha }
      grecaptcha.ready(() => resolve(grecaptcha))
    }
    element.onerror = () => reject(new Error('The robot check did not load.'))
    document.head.append(element)
  }).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}
