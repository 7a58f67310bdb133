/** The media types a request accepts, best first; or the best of those offered. */
export declare function accepts(request: Pick<Request, "headers">): string[];
export declare function accepts(
  request: Pick<Request, "headers">,
  ...types: string[]
): string | undefined;
