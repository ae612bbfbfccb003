package import HAL
package enum ScenarioSchema { package static var json: JSONValue { [:] } }
