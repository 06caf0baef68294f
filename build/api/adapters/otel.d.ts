import {
  CutCall
} from "../types/options2.js";

interface TelemetryApi {
  trace: {
    getActiveSpan(): {
      addEvent(name: string, attributes: Attributes): unknown;
    } | undefined;
  };
  metrics: {
    getMeter(name: string): {
      createHistogram(name: string, options: InstrumentOptions): {
        record(value: number, attributes: Attributes): void;
      };
      createCounter(name: string, options: InstrumentOptions): {
        add(value: number, attributes: Attributes): void;
      };
    };
  };
}
type Attributes = Record<string, string | number | string[]>;
interface InstrumentOptions {
  description: string;
  unit: string;
}
declare function recordCuts({
  trace,
  metrics
}: TelemetryApi): (call: CutCall) => void;
export {
  type CutCall,
  TelemetryApi,
  recordCuts
};