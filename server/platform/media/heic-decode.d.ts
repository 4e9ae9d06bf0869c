/** Types of version 2.1; the published types lack the size of a frame. */
declare module 'heic-decode' {
  type Frame = {
    width: number
    height: number
    decode(): Promise<{ width: number; height: number; data: Uint8ClampedArray }>
  }

  const decoder: { all(file: { buffer: Uint8Array }): Promise<Frame[]> }
  export default decoder
}
